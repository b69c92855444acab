"""Hidden rulesets: random deals by a ruleset with a house rule or none, and what `admits` finds of it.

    python tests/benchmarks/admits.py [--cases 300] [--first 0] [--options 1]

For each case the ruleset that was played has to be admitted. Printed are the number of those that admit the record, of the questions until only those
are left whose rules are the same, and the seconds, of processor time too. The program ends with 1 when a ruleset that was played is not admitted, or needs more
than five questions.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from tarot_teach.loading import Library
from tarot_teach.topics.admits.deciding_questions import MOST_QUESTIONS

sys.path.insert(0, str(Path(__file__).parent.parent.parent))
from tests.hidden_rulesets import admission, hidden, questions_needed


def main() -> int:
    """Measure and print; 1 when a ruleset that was played is not admitted, or is not found by five questions."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--options", type=int, default=1)
    asked = parser.parse_args()
    library, missed = Library(), 0
    admitted, seconds, processor, questions = list[int](), list[float](), list[float](), Counter[int]()
    for number in range(asked.first, asked.first + asked.cases):
        case = hidden(library, number)
        begun, worked = time.perf_counter(), time.process_time()
        answer = admission(library, case, asked.options)
        seconds.append(time.perf_counter() - begun)
        processor.append(time.process_time() - worked)
        admitted.append(len(answer.admitted))
        if case.played not in answer.admitted:
            missed += 1
            print(f"case {number}: {case.played} is not admitted")
            continue
        questions[questions_needed(answer, case.played)] += 1
    print(
        f"{asked.cases - missed} of {asked.cases} admitted, among {sum(admitted) / len(admitted):.1f} rulesets on average"
    )
    print("questions:", ", ".join(f"{number}: {cases}" for number, cases in sorted(questions.items())))
    print(f"seconds: {sum(seconds) / len(seconds):.2f} on average, {max(seconds):.2f} at most")
    print(f"of processor time: {sum(processor) / len(processor):.2f} on average, {max(processor):.2f} at most")
    return 1 if missed or max(questions, default=0) > MOST_QUESTIONS else 0


if __name__ == "__main__":
    sys.exit(main())
