"""Checks the date that the clock of the computer gives: a wrong one publishes days too early, or takes them back."""

from __future__ import annotations

from datetime import timedelta

from puzzlegen.daily.plan import Plan, Request, last_run

# Publishers who issue a month in advance run the command about once a month, sometimes a few days late.
LONGEST_PAUSE = timedelta(days=45)
# A change of the time zone of the series sets the date back by one day.
FARTHEST_BACK = timedelta(days=2)


def clock_doubt(request: Request, plan: Plan) -> str | None:
    """Return why today's date, ``as_of``, is doubtful; None if it is plausible.

    It is compared with the day that the last run took for today. Where the manifest of the series is lost, it is only
    checked not to be long after the newest day, because days may have been issued in advance.
    """
    today, last = request.as_of, last_run(request)
    if last is not None and last - today > FARTHEST_BACK:
        return f"{today}: {(last - today).days} days before the last run, which was on {last}"
    if last is not None and today - last > LONGEST_PAUSE:
        return f"{today}: {(today - last).days} days after the last run, which was on {last}"
    newest = max((day.date for day in plan.days), default=None)
    if last is None and newest is not None and today - newest > LONGEST_PAUSE:
        return f"{today}: {(today - newest).days} days after the last issued day, which is {newest}"
    return None
