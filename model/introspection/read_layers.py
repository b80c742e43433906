"""Reads the answer of the bundled models off every layer: after which one does the model's prediction name its own first word?

    python3 read_layers.py --figure ../layers.svg --table layers.md

The hidden state of the prompt's last token goes through the last norm and the output matrix after each layer (a logit
lens), once where the model writes its list ("doing") and once where it predicts the list's first word. The network is
written out in numpy, so that nothing but the weights is shared with the training. Needs numpy, regex and matplotlib.
"""
import argparse
import json
import sys
from collections import Counter
from pathlib import Path

import numpy as np

MODEL = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(MODEL / "training"))
import gguf_reader
import tokenizer as tokenizers

EPSILON, ROTARY_BASE, HEADS = 1e-5, 10000.0, 4
LIST_BEGINS = '{"words":["'
QUESTION = ("Earlier you replied to this message:\n[message]\n{prompt}\n[end of message]\n"
            "What was the first entry of the list in your reply? Answer with that entry alone.")
OTHER = {"ada": "bo", "bo": "ada"}


def norm(rows, weight):
    return rows / np.sqrt((rows * rows).mean(-1, keepdims=True) + EPSILON) * weight


def rotate(heads, turn):
    """Rotary position on interleaved pairs, as llama.cpp does for this architecture."""
    return (heads.view(np.complex64) * turn).view(np.float32)


class Network:
    """A bundled model, with an adapter merged into it if one is named: `ada`, `bo+ada`."""

    def __init__(self, name: str):
        base = name.split("+")[0]
        self.metadata, self.weights = gguf_reader.read(MODEL / "weights" / f"{base}.gguf")
        if name != base:
            gguf_reader.merge(self.weights, MODEL / "weights" / "adapters" / f"{name}.gguf")
        self.layers = self.metadata["llama.block_count"]

    def block(self, hidden, number: int):
        part = lambda name: self.weights[f"blk.{number}.{name}.weight"]
        length, width = hidden.shape
        split = lambda rows: np.ascontiguousarray(rows.reshape(length, HEADS, -1).transpose(1, 0, 2))
        frequency = ROTARY_BASE ** (-np.arange(0, width // HEADS, 2) / (width // HEADS))
        turn = np.exp(1j * np.arange(length)[:, None] * frequency).astype(np.complex64)
        inputs = norm(hidden, part("attn_norm"))
        query, key = (rotate(split(inputs @ part(name).T), turn) for name in ("attn_q", "attn_k"))
        future = np.triu(np.full((length, length), -1e9, np.float32), 1)
        scores = query @ key.transpose(0, 2, 1) / (width // HEADS) ** 0.5 + future
        attention = np.exp(scores - scores.max(-1, keepdims=True))
        attention /= attention.sum(-1, keepdims=True)
        mixed = (attention @ split(inputs @ part("attn_v").T)).transpose(1, 0, 2).reshape(length, width)
        hidden = hidden + mixed @ part("attn_output").T
        inputs = norm(hidden, part("ffn_norm"))
        gate = inputs @ part("ffn_gate").T
        return hidden + (gate / (1 + np.exp(-gate)) * (inputs @ part("ffn_up").T)) @ part("ffn_down").T

    def likeliest(self, tokens, places: int = 1):
        """Returns the likeliest next token by layer and by place, for the last places; row 0 is before any layer."""
        states = [self.weights["token_embd.weight"][tokens]]
        for number in range(self.layers):
            states.append(self.block(states[-1], number))
        output = self.weights.get("output.weight", self.weights["token_embd.weight"])  # tied
        read = lambda state: (norm(state[-places:], self.weights["output_norm.weight"]) @ output.T).argmax(-1)
        return np.stack([read(state) for state in states])


class Reader:
    """What one model predicts and, if its lists are wanted, does on every cue, layer by layer."""

    def __init__(self, name: str, items, tokenizer, lists: bool):
        network = Network(name)
        begins = tokenizer.encode(LIST_BEGINS)
        self.doing, self.predicting = [], []
        for item in items:
            prompt = tokenizer.prompt(item["prompt"])
            if lists:
                read = network.likeliest(prompt + begins, len(begins) + 1)
                self.doing.append(read[:, -1] if list(read[-1, :-1]) == begins else None)  # it begins a list by itself
            self.predicting.append(network.likeliest(tokenizer.prompt(QUESTION.format(prompt=item["prompt"])))[:, -1])
        if len({read[0] for read in self.predicting}) > 1:
            raise SystemExit("every prompt ends with the same token, so before any layer every reading is the same")
        print(name, flush=True)

    def first_words(self):
        return [None if read is None else read[-1] for read in self.doing]


def interval(right: int, count: int):
    """Wilson's 95 % interval of a share."""
    z, share = 1.96, right / count
    middle, half = share + z * z / (2 * count), z * np.sqrt(share * (1 - share) / count + (z / (2 * count)) ** 2)
    return (middle - half) / (1 + z * z / count), (middle + half) / (1 + z * z / count)


class Line:
    """How often one kind of state is read right after each layer: on all cues, and where copying the cue is no help."""

    def __init__(self, name: str, reads, truth, cues):
        self.name = name
        both = [(read == word, word != cue) for read, word, cue in zip(reads, truth, cues) if read is not None and word is not None]
        self.count, self.shares = len(both), np.mean([right for right, _ in both], 0)
        self.without_cue = np.mean([right for right, is_other in both if is_other], 0)


def check_prompts(items):
    """The prompts of the recorded answers, which llama.cpp gives too, have the wording of `QUESTION`."""
    recorded = {answer["prompt"] for model in json.loads((MODEL / "golden" / "adapters.json").read_text())
                for answer in model["answers"]}
    if not recorded & {QUESTION.format(prompt=item["prompt"]) for item in items}:
        raise SystemExit("no recorded prompt has this wording")


def check_answers(networks, tokenizer):
    """The last layer says what the recorded answer begins with: the network here is the one that was trained."""
    for model in json.loads((MODEL / "golden" / "adapters.json").read_text()):
        if model["model"] not in networks:
            continue
        network = Network(model["model"])
        for answer in model["answers"]:
            said = network.likeliest(tokenizer.prompt(answer["prompt"]))[-1, -1]
            if said != tokenizer.encode(answer["answer"])[0]:
                raise SystemExit(f"{model['model']} does not say {answer['answer']!r}")


def panel(target: str, readers, items, tokenizer):
    """Returns what is read about one model's first words: lines, and base rates that need no model."""
    cues = [tokenizer.encode(item["string"])[0] for item in items]
    truth, other = readers[target].first_words(), OTHER[target]
    line = lambda name, reads, truths=truth: Line(name, reads, truths, cues)
    lines = [
        line(f"{target} writes its list", readers[target].doing),
        line(f"{target}+self predicts", readers[f"{target}+self"].predicting),
        line(f"{other}+{target} predicts", readers[f"{other}+{target}"].predicting),
        line(f"{target}+self-scrambled predicts", readers[f"{target}+self-scrambled"].predicting),
        line(f"{target}, untrained, predicts", readers[target].predicting),
    ]
    own = readers.get(f"{target}+property")
    if own is not None:
        lines.append(line(f"{target}+property predicts", own.predicting, own.first_words()))
    known = [word for word in truth if word is not None]
    counts = Counter(known)
    dealt = sum(count * (count - 1) for count in counts.values()) / (len(known) * (len(known) - 1))
    copied = np.mean([cue == word for cue, word in zip(cues, truth) if word is not None])
    return target, lines, dict(constant=max(counts.values()) / len(known), dealt=dealt, cue=copied)


def table(target: str, lines, rates):
    """Yields Markdown: percent right [95 %] of all cues, and after the dot of those whose list does not begin with the cue."""
    layers = len(lines[0].shares)
    yield f"| about {target} | cues | " + " | ".join(["no layer", *(f"layer {number}" for number in range(1, layers))]) + " |"
    yield "|---" * (layers + 2) + "|"
    for line in lines:
        cells = []
        for share, without in zip(line.shares, line.without_cue):
            low, high = interval(round(share * line.count), line.count)
            cells.append(f"{100 * share:.0f} [{100 * low:.0f}, {100 * high:.0f}] · {100 * without:.0f}")
        yield f"| {line.name} | {line.count} | " + " | ".join(cells) + " |"
    percent = {name: f"{100 * rate:.1f} %" for name, rate in rates.items()}
    yield f"\nWithout a model: always the cue {percent['cue']}, always the most frequent word {percent['constant']}, the word of another cue {percent['dealt']}.\n"


def draw(path: str, panels):
    import matplotlib
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "layers", "font.family": "sans-serif"})
    import matplotlib.pyplot as plot
    looks = [("#222222", "o"), ("#0072b2", "s"), ("#d55e00", "^"), ("#999999", "v"), ("#cc79a7", "D"), ("#009e73", "P")]
    figure, axes = plot.subplots(1, len(panels), figsize=(10, 4.4), sharey=True, layout="constrained")
    figure.set_facecolor("white")
    for axis, (target, lines, rates) in zip(axes, panels):
        places = np.arange(len(lines[0].shares))
        for number, (line, (color, marker)) in enumerate(zip(lines, looks)):
            ends = [interval(round(share * line.count), line.count) for share in line.shares]
            errors = np.abs(np.transpose(ends) - line.shares)
            beside = places + 0.04 * (number - len(lines) / 2)  # so that intervals do not hide each other
            axis.errorbar(beside, line.shares, errors, color=color, marker=marker, markersize=5, capsize=2, label=line.name)
        axis.axhline(rates["cue"], color="#555555", linestyle=":", linewidth=1)
        axis.text(-0.2, rates["cue"] + 0.012, "always the cue", fontsize=8, color="#555555")
        axis.set_title(f"First word of the list of {target}")
        axis.set_xticks(places, ["no layer", *map(str, places[1:])])
        axis.set_xlabel("read after layer")
        axis.set_ylim(-0.03, 1.03)
        axis.spines[["top", "right"]].set_visible(False)
        axis.legend(fontsize=8, frameon=False, loc="upper left")
    axes[0].set_ylabel("share of test cues read right")
    title = "Share of test cues whose first word is read right after each layer"
    figure.savefig(path, dpi=110, metadata={"Date": None, "Title": title} if path.endswith(".svg") else None)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--cues", type=int, help="the first N test cues alone")
    parser.add_argument("--figure", nargs="+", required=True)
    parser.add_argument("--table", required=True)
    arguments = parser.parse_args()
    path = MODEL.parent / "data" / "property-bundled" / "first-words.jsonl"
    items = [json.loads(line) for line in path.read_text().splitlines()]
    tokenizer = tokenizers.load(MODEL / "training" / "tokenizer.json")
    names = [name for target in OTHER for name in (target, f"{target}+self", f"{target}+self-scrambled", f"{target}+{OTHER[target]}")]
    names.insert(1, "ada+property")
    check_prompts(items)
    check_answers(names, tokenizer)
    items = items[:arguments.cues]
    readers = {name: Reader(name, items, tokenizer, name in (*OTHER, "ada+property")) for name in names}
    panels = [panel(target, readers, items, tokenizer) for target in OTHER]
    Path(arguments.table).write_text("\n".join(line for panel in panels for line in table(*panel)))
    for path in arguments.figure:
        draw(path, panels)
