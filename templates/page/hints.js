// Hints from the numbers and the player's own marks: what single numbers, pairs and groups of numbers decide, and
// suppositions that end in a clash. The answer is not used.
const hints = (() => {
  const UNKNOWN = 0, MINE = 1, SAFE = 2; // values of a cell
  const MAX_CHAIN = 5; // consequences in a text that is not shown in full
  const { parts, techniques } = data;
  const SIDES = data.lattice.corners.length === 6 ? data.neighbors : [[0, 1], [1, 0], [0, -1], [-1, 0]];

  let number, value; // of a cell: its number or null, and what is known of it
  let clues, open, need; // of the position: the cells with numbers; of each of these the unknown cells and mines around

  // A rule states that exactly `count` of its literals [cell, value] hold. It comes from one number, from two numbers, or
  // from the total, which has no `clues`.
  const rule = (clues, literals, count) => ({ clues, literals, count });
  const each = (cells, what) => cells.map((i) => [i, what]);

  const single = () => clues.map((clue) => rule([clue], each(open[clue], MINE), need[clue]));

  const without = (cells, others) => cells.filter((i) => !others.includes(i));

  function pairs() {
    const found = [];
    for (const a of clues) {
      for (const b of clues) {
        if (b <= a || !open[a].some((i) => open[b].includes(i))) continue;
        const [first, second] = [without(open[a], open[b]), without(open[b], open[a])];
        if (first.length + second.length)
          found.push(rule([a, b], [...each(first, MINE), ...each(second, SAFE)], need[a] - need[b] + second.length));
      }
    }
    return found;
  }

  const contrary = (list) => list.map(([i, what]) => [i, MINE + SAFE - what]);

  // Returns the literals that a rule decides where some cells have `values`; "broken" where it cannot hold.
  function decided({ literals, count }, values = new Map()) {
    const left = literals.filter(([i]) => !values.has(i));
    const missing = count - literals.filter(([i, what]) => values.get(i) === what).length;
    if (missing < 0 || missing > left.length) return "broken";
    return missing === 0 ? contrary(left) : missing === left.length ? left : [];
  }

  const step = (technique, witnesses, proved) => ({ technique, witnesses, proved });

  // Two numbers, the one to name first in front.
  function pairStep({ clues: [a, b] }, proved) {
    const [less, more] = need[a] <= need[b] ? [a, b] : [b, a];
    const isNested = !without(open[a], open[b]).length || !without(open[b], open[a]).length;
    const isSide = SIDES.some((offset) => beside(a, offset) === b);
    const outer = open[a].length >= open[b].length ? [a, b] : [b, a];
    if (isSide && isNested && need[a] === 1 && need[b] === 1) return step("1-1", outer, proved);
    if (isSide && need[less] === 1 && need[more] === 2 && without(open[more], open[less]).length === 1)
      return step("1-2", [more, less], proved);
    return isNested ? step("subset", outer, proved) : step("difference", [more, less], proved);
  }

  const PAIRS = ["1-1", "1-2", "subset", "difference"]; // simplest first

  // Returns what all ways to place the mines of a group of numbers together agree on that none of the others refutes.
  function agreed(group, others) {
    const cells = [...new Set(group.flatMap((clue) => open[clue]))];
    const limits = [...group, ...others];
    const mines = (way, clue) => way.filter((i) => open[clue].includes(i)).length;
    let ways = [[]]; // of each the cells with mines
    for (const i of cells) {
      const near = limits.filter((clue) => open[clue].includes(i));
      const more = ways.map((way) => [...way, i]).filter((way) => near.every((clue) => mines(way, clue) <= need[clue]));
      ways = [...ways, ...more];
    }
    for (const clue of limits) {
      const least = need[clue] - without(open[clue], cells).length;
      ways = ways.filter((way) => mines(way, clue) >= least);
    }
    const isMine = (i) => (way) => way.includes(i);
    return cells.flatMap((i) => (ways.every(isMine(i)) ? [[i, MINE]] : ways.some(isMine(i)) ? [] : [[i, SAFE]]));
  }

  // Three numbers or more, as few as will do.
  function combination(clue) {
    let others = clues.filter((other) => other !== clue && open[other].some((i) => open[clue].includes(i)));
    const proved = agreed([clue], others);
    if (!proved.length) return null;
    for (const other of others) {
      const fewer = others.filter((one) => one !== other);
      if (agreed([clue], fewer).some(([i]) => i === proved[0][0])) others = fewer;
    }
    const group = [clue, ...others];
    const [a, b] = others;
    const isLine = SIDES.some((offset) => beside(a, offset) === clue && beside(clue, offset) === b);
    const is121 = others.length === 2 && need[a] === 1 && need[clue] === 2 && need[b] === 1 && isLine;
    return step(is121 && techniques["1-2-1"] ? "1-2-1" : "combination", group, agreed(group, []));
  }

  // Supposes a literal, and follows rules to a clash. Returns the consequences that the clash needs, or null.
  function supposed(literal, rules, rulesAt) {
    const values = new Map([literal]);
    const source = new Map([[literal[0], -1]]); // of each cell that is decided: the index of its firing
    const firings = [];
    let broken = null;
    for (let fresh = [literal[0]]; fresh.length && !broken; ) {
      const touched = new Set(fresh.flatMap((i) => rulesAt.get(i) ?? []));
      fresh = [];
      for (const one of touched) {
        const found = decided(one, values);
        if (found === "broken") {
          broken = one;
          break;
        }
        if (!found.length) continue;
        const premises = one.literals.map(([i]) => i).filter((i) => values.has(i));
        for (const [i, what] of found) {
          values.set(i, what);
          source.set(i, firings.length);
          fresh.push(i);
        }
        firings.push({ clues: one.clues, premises, proved: found });
      }
    }
    if (!broken) return null;
    const isTrue = ([i, what]) => values.get(i) === what;
    const isExceeded = broken.literals.filter(isTrue).length > broken.count;
    const wanted = new Set(broken.literals.filter(([i]) => values.has(i)).map(([i]) => i));
    const chain = [];
    for (let n = firings.length - 1; n >= 0; n--) {
      if (![...wanted].some((i) => source.get(i) === n)) continue;
      const { clues, premises, proved } = firings[n];
      chain.unshift({ clues, proved });
      for (const i of premises) wanted.add(i);
    }
    return { literal, chain, clash: broken.clues, isExceeded };
  }

  // Yields what each supposition that ends in a clash proves, as { rough }, and last the step of the soonest clash.
  function* supposition(rules, cells) {
    const rulesAt = new Map(cells.map((i) => [i, []]));
    for (const one of rules) for (const [i] of one.literals) rulesAt.get(i).push(one);
    let best = null;
    for (const i of cells) {
      const both = [MINE, SAFE].map((what) => supposed([i, what], rules, rulesAt));
      const found = both[0] ?? both[1];
      if (found && (!best || found.chain.length < best.chain.length)) best = found;
      yield found && { rough: contrary([found.literal]) };
    }
    if (!best) return;
    const named = [...best.chain.flatMap((one) => one.clues), ...best.clash];
    const isDeep = best.chain.some((one) => one.clues.length > 1);
    yield { ...step(isDeep ? "deep" : "contradiction", [...new Set(named)], contrary([best.literal])), ...best };
  }

  // Returns a step { technique, witnesses, proved, values } from the position with its texts, simple techniques first; null
  // where none is found. What is known must be right. `values` has [cell, value] of what is proved, and `total` is the number
  // of mines of the board, or undefined.
  function find(...position) {
    for (const found of search(...position))
      if (found?.proved) return { ...found, ...texts(found), values: found.proved, proved: found.proved.map(([i]) => i) };
    return null;
  }

  // Yields all steps { technique, witnesses, proved } from the position, after little work each: null where there is none, 0
  // before harder techniques.
  function* search(numberOf, valueOf, cells, total) {
    [number, value] = [numberOf, valueOf];
    const unknown = cells.filter((i) => value(i) === UNKNOWN);
    [open, need] = [{}, {}];
    clues = cells.filter((i) => number(i) !== null);
    for (const clue of clues) {
      open[clue] = around(clue).filter((i) => value(i) === UNKNOWN);
      need[clue] = number(clue) - around(clue).filter((i) => value(i) === MINE).length;
    }
    clues = clues.filter((clue) => open[clue].length);
    const one = single();
    const mines = cells.filter((i) => value(i) === MINE).length;
    if (total !== undefined && unknown.length) one.push(rule([], each(unknown, MINE), total - mines));
    for (const item of one) {
      const found = decided(item);
      if (found.length) yield step(!item.clues.length ? "total" : found[0][1] === MINE ? "exhausted" : "satisfied", item.clues, found);
    }
    yield 0;
    const two = pairs();
    const steps = [];
    for (const item of two) {
      const found = decided(item);
      if (found.length) steps.push(pairStep(item, found));
    }
    yield* PAIRS.flatMap((technique) => steps.filter((one) => one.technique === technique));
    for (const clue of clues) yield combination(clue);
    for (const rules of [one, [...one, ...two]]) {
      yield 0;
      yield* supposition(rules, unknown);
    }
  }

  // Texts

  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  const name = (i) => fill(parts.cell, position(i));
  const names = (cells) => joinList([...cells].sort((a, b) => a - b).map(name));

  function clueText(clue, missing = number(clue)) {
    const values = { cell: name(clue), number: number(clue) };
    return missing === number(clue) ? fill(parts.clue, values) : plural(parts.clue_left, missing, values);
  }

  const cluesText = (clues) => joinList(clues.map((clue) => clueText(clue)));

  function valuesText(proved) {
    const [mines, safe] = [MINE, SAFE].map((what) => proved.filter((one) => one[1] === what).map(([i]) => i));
    const texts = [plural(parts.mines, mines.length, { cells: names(mines) }), plural(parts.safe, safe.length, { cells: names(safe) })];
    if (mines.length && safe.length) return fill(parts.mines_and_safe, { mines: texts[0], safe: texts[1] });
    return texts[mines.length ? 0 : 1];
  }

  function where([clue]) {
    if (clue === undefined) return parts.look_total;
    const look = [parts.look_left, parts.look_middle, parts.look_right][Math.floor(3 * share(clue))];
    return fill(look, { number: number(clue), row: position(clue).row });
  }

  function consequence({ clues, proved }) {
    const told = { proved: valuesText(proved), clues: cluesText(clues), clue: clues.length ? clueText(clues[0]) : "" };
    if (clues.length !== 1) return fill(clues.length ? parts.together : parts.by_total, told);
    const mines = proved.filter(([, what]) => what === MINE).map(([i]) => i);
    return mines.length ? fill(parts.needs, { ...told, cells: names(mines) }) : fill(parts.complete, told);
  }

  function clashText({ clash, isExceeded }) {
    if (!clash.length) return isExceeded ? parts.total_too_many : parts.total_too_few;
    if (clash.length > 1) return fill(parts.clash, { clues: cluesText(clash) });
    return fill(isExceeded ? parts.too_many : parts.too_few, { clue: clueText(clash[0]) });
  }

  function suppositionTexts(found) {
    const [[i, what]] = [found.literal];
    const start = fill(what === MINE ? parts.suppose_mine : parts.suppose_safe, { cells: name(i) });
    const told = found.chain.map((one) => capital(consequence(one)));
    const short = [...told];
    if (told.length > MAX_CHAIN) short.splice(MAX_CHAIN - 2, told.length - MAX_CHAIN + 1, plural(parts.more_steps, told.length - MAX_CHAIN + 1));
    const [sentence, whole] = [short, told].map((chain) =>
      [start, ...chain, clashText(found), fill(parts.so, { proved: valuesText(found.proved) })].join(" "));
    return { why: fill(techniques[found.technique][1], { start }), what: sentence, whole: told.length > MAX_CHAIN ? whole : "" };
  }

  // Returns the texts of a step that was found last: its name, where to look, why, and what follows.
  function texts(found) {
    const { technique, witnesses } = found;
    const isSingle = witnesses.length === 1;
    const isZero = isSingle && number(witnesses[0]) === 0; // which has no mines to find, as the name would say
    const common = { name: isZero ? "" : techniques[technique][0], where: where(witnesses) };
    if (found.literal) return { ...common, ...suppositionTexts(found) };
    const [first = "", ...others] = witnesses.map((clue) => clueText(clue, isSingle ? undefined : need[clue]));
    const reason = isZero ? fill(parts.zero, { clue: first }) : fill(techniques[technique][1], { first, others: joinList(others), more: need[witnesses[0]] - need[witnesses[1]] });
    return { ...common, why: `${capital(reason)}.`, what: capital(fill(parts.follows, { reason, proved: valuesText(found.proved) })), whole: "" };
  }

  return { find, search, where };
})();
