"""An Inspect task that asks, in a separate conversation before the task is solved, how likely a right answer is (Inspect 0.3.285).

inspect eval quiz.py --model PROVIDER/NAME --log-dir logs
"""

import re

from inspect_ai import Task, task
from inspect_ai.dataset import csv_dataset
from inspect_ai.model import ChatMessageUser, get_model
from inspect_ai.scorer import match
from inspect_ai.solver import generate, solver


@solver
def ask_confidence():
    async def solve(state, generate):
        text = f"{state.input_text}\n\nHow likely will your answer be right? Reply with a number from 0 to 100."
        reply = await get_model().generate([ChatMessageUser(content=text)])
        number = re.search(r"\d+(\.\d+)?", reply.completion)
        state.metadata["confidence"] = float(number.group()) / 100 if number else None
        return state
    return solve


@task
def quiz():
    return Task(dataset=csv_dataset("quiz.csv"), solver=[ask_confidence(), generate()], scorer=match())
