"""Records how our encoder cuts texts, for the test that llama.cpp cuts them alike.

    python3 record_tokens.py --tokenizer tokenizer.json --corpus ../work/sample.jsonl --out ../golden/tokens.json
"""
import argparse
import json

import tokenizer as tokenizers

ODD = ["", " ", "  two  spaces", "tab\tand\r\nlines\n\n\nend", "Größe 12345 éàü 日本語 🙂", "it's we'll I'D don't", "x" * 40,
       "{\"a\": [1, 2.5, null]}", "under_score-dash/slash\\back", "<|end|", "ALL CAPS Mixed Case", "...!!!???"]

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()
    tokenizer = tokenizers.load(arguments.tokenizer)
    lines = open(arguments.corpus).read().splitlines()[:60]
    documents = [json.loads(line) for line in lines]
    texts = ODD + [text for document in documents for text in (document["prompt"], *document["answers"])]
    recorded = [dict(text=text, tokens=tokenizer.encode(text)) for text in dict.fromkeys(texts)]
    with open(arguments.out, "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in recorded) + "\n]\n")
