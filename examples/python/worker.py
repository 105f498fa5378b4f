"""Runs jobs of the type `words.count` until Ctrl+C. worker.py <service> <session> <worker token>"""
import signal, sys
from collections import Counter
from typing import Any
from pairspace import Client, RunningJob, Stop, run_worker
from pairspace.types import Lease

service, session_id, token = sys.argv[1:]
stop = Stop()
for name in (signal.SIGINT, signal.SIGTERM):
    signal.signal(name, lambda *_: stop.set())


def count(lease: Lease, job: RunningJob) -> dict[str, Any]:
    lines = str(lease["job"]["input"]["text"]).splitlines()
    words: Counter[str] = Counter()
    for number, line in enumerate(lines, 1):
        if job.is_over:
            return {"released": True}
        words.update(line.split())
        job.set_progress(number / len(lines), f"line {number}")
    table = "".join(f"{word},{times}\n" for word, times in words.most_common())
    return {"completed": {"result": {"words": words.total()}, "outputs": [{"path": "words.csv", "content": table}]}}


run_worker(
    Client(service, token), ["words.count"], count, session_id=session_id, stop=stop,
    on_error=lambda error: print(error, file=sys.stderr),
)
