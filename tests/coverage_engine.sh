#!/bin/sh
# Measures which lines of the engine's kernels are reached with the JIT off: sh tests/coverage_engine.sh PYTHON
# PYTHON is an interpreter that has the package and coverage. Lists the lines that are not reached.
set -e
cd "$(dirname "$0")/.."
python=${1:-python3}
PYTHONPATH=${PYTHONPATH:+$PYTHONPATH:}.:tests:tests/unit/engine:tests/property
COVERAGE_FILE=$(mktemp)
NUMBA_DISABLE_JIT=1
export PYTHONPATH COVERAGE_FILE NUMBA_DISABLE_JIT
$python -m coverage run --source=puzzlegen/engine -m pytest -q -p no:cacheprovider -p no:xdist \
    tests/unit/engine/test_no_guess_boards.py
$python -m coverage run --append --source=puzzlegen/engine tests/unit/engine/interpreted_cases.py
$python -m coverage report -m --omit='*/numba_linking.py,*/compile_cache.py,*/kernel_decorators.py'
rm -f "$COVERAGE_FILE"
