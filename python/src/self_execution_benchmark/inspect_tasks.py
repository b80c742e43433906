"""Self-prediction as tasks of Inspect (docs/inspect.md): `inspect eval self_execution_benchmark/self_know --model X`.

A sample holds the prediction and the executions of one item as fresh conversations that never see each other. The score's
metadata holds these calls with their answers and what was read, in the layout of docs/inspect.md: `seb report LOG` gives the
words of `seb run` on the same answers.
"""

from __future__ import annotations

import json
import math
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    ContentReasoning,
    GenerateConfig,
    ModelOutput,
    get_model,
)
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from ._command import PACKAGE
from ._exchange import Exchange

LAYOUT = 1
_STORED = "seb:calls"
_MESSAGES = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}
_ENDS = {"max_tokens": "truncated", "model_length": "truncated", "content_filter": "filtered"}


@task
def self_know(samples: int = 1, items: str | None = None, **flags: Any) -> Task:
    """How likely is the model to answer a question correctly? The experiment `know`.

    `samples`: executions per item; `items`: a file with your own questions; `flags`: those of `seb calls`, such as
    `-T limit=50 -T factor=shown=options`.
    """
    return _task("know", samples, items, flags)


@task
def self_refusal(samples: int = 1, items: str | None = None, **flags: Any) -> Task:
    """Will the model answer a request or refuse it? The experiment `restriction`; the role `judge` judges the responses."""
    return _task("restriction", samples, items, flags)


@task
def self_property(samples: int = 1, items: str | None = None, **flags: Any) -> Task:
    """Which value will one property of the answer have, such as its first word? The experiment `property`."""
    return _task("property", samples, items, flags)


def _task(experiment: str, samples: int, items: str | None, options: dict[str, Any]) -> Task:
    given = {"items": None if items is None else f"{experiment}={items}", "samples": samples, **options}
    exchange = Exchange(experiment, given)
    version = json.loads((PACKAGE / "package.json").read_text(encoding="utf-8"))["version"]
    return Task(
        dataset=MemoryDataset([_sample(exchange, item) for item in exchange.items], name=experiment),
        solver=fresh_conversations(exchange),
        scorer=self_prediction(exchange),
        version=exchange.config["experiments"][0]["version"],
        metadata={"seb": {"layout": LAYOUT, "version": version, "config": exchange.config}},
    )


def _sample(exchange: Exchange, item: dict[str, Any]) -> Sample:
    prediction = exchange.step(item["id"], [])["calls"][0]
    return Sample(id=item["id"], input=_conversation(prediction), metadata={"item": item})


@solver
def fresh_conversations(exchange: Exchange) -> Solver:
    """Sends every call of an item as a conversation of its own, until nothing more follows from the answers."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        calls: list[dict[str, Any]] = []
        while (step := exchange.step(str(state.sample_id), calls))["kind"] == "ask":
            for call in step["calls"]:
                output = await _send(call)
                calls.append({**call, "answer": _answer(output)})
                if len(calls) == 1:  # what the viewer shows as the sample's conversation: the prediction
                    state.messages = [*_conversation(call), output.message]
                    state.output = output
        state.store.set(_STORED, calls)
        return state

    return solve


@scorer(metrics=[mean(), stderr()], name="self_prediction")
def self_prediction(exchange: Exchange) -> Scorer:
    """Scores how well the prediction fits what happened, from 0 to 1; NaN where one of them is missing."""

    async def score(state: TaskState, target: Target) -> Score:
        calls = state.store.get(_STORED, [])
        read = exchange.step(str(state.sample_id), calls)
        units = read.get("units", [])
        return Score(
            value=math.nan if read.get("score") is None else read["score"],
            answer="; ".join(_shown(unit, "predicted") for unit in units),
            explanation="\n".join(f"{_shown(unit, 'predicted')} predicted, {_shown(unit, 'actual')} happened" for unit in units),
            metadata={"calls": calls, "units": units},
        )

    return score


def _shown(unit: dict[str, Any], field: str) -> str:
    value = unit.get("probability") if field == "predicted" and "probability" in unit else unit.get(field)
    text = value if isinstance(value, str) else json.dumps(value)
    return f"{unit['unit']}: {text}" if unit["unit"] else text


def _conversation(call: dict[str, Any]) -> list[ChatMessage]:
    return [_MESSAGES[message["role"]](content=message["content"]) for message in call["messages"]]


async def _send(call: dict[str, Any]) -> ModelOutput:
    """Sends a call in a fresh conversation. Inspect retries it; an error fails the sample, whose calls are then missing."""
    model = get_model(role="judge") if call["role"] == "judge" else get_model()
    return await model.generate(_conversation(call), config=GenerateConfig(max_tokens=call["maxOutputTokens"]))


def _answer(output: ModelOutput) -> dict[str, Any]:
    content = output.message.content
    thoughts = [] if isinstance(content, str) else [part.reasoning for part in content if isinstance(part, ContentReasoning)]
    usage = output.usage
    return {
        "kind": _ENDS.get(output.stop_reason, "answered"),
        "text": output.completion,
        "reasoning": "\n".join(thoughts) or None,
        "model": output.model or None,
        "inputTokens": None if usage is None else usage.input_tokens,
        "outputTokens": None if usage is None else usage.output_tokens,
        "reasoningTokens": None if usage is None else usage.reasoning_tokens,
        "finishReason": output.stop_reason,
    }
