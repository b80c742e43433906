"""Prints what Inspect reads in the logs that are given as arguments, as JSON; exits with 3 where Inspect is not installed."""
import json
import sys

try:
    from inspect_ai.log import read_eval_log, read_eval_log_sample_summaries
except ImportError:
    sys.exit(3)


def read(path):
    log = read_eval_log(path)
    return {
        "status": log.status,
        "dataset": log.eval.dataset.name,
        "scorers": [score.name for score in log.results.scores],
        "headline": next(iter(log.results.scores[0].metrics)),
        "tokens": sum(usage.total_tokens for usage in log.stats.model_usage.values()),
        "samples": len(log.samples),
        "summaries": len(read_eval_log_sample_summaries(path)),
        "messages": [[message.role, message.text] for message in log.samples[0].messages],
        "sample_times": [[sample.total_time, sample.working_time] for sample in log.samples[:1]],
        "uuids": len({sample.uuid for sample in log.samples}),
        "message_counts": [summary.message_count for summary in read_eval_log_sample_summaries(path)[:1]],
        "turn_counts": [summary.turn_count for summary in read_eval_log_sample_summaries(path)[:1]],
        "model": log.eval.model,
        "base_url": log.eval.model_base_url,
        "roles": {role: config.model for role, config in (log.eval.model_roles or {}).items()},
        "score": next(iter(log.results.scores[0].metrics.values())).value,
        "scored": log.results.scores[0].scored_samples,
        "times": [event.output.time for event in log.samples[0].events if event.output.time is not None],
    }


print(json.dumps([read(path) for path in sys.argv[1:]]))
