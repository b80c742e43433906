/**
 * Writes the example of docs/study.md: runs of two made models in the layout of the repository of Looking Inward. Each model
 * names an animal; trained on its own answers it predicts them more often than the other model does.
 * Run: node workshop/looking-inward-example.ts examples/looking-inward
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Random, randomInteger, seededRandom } from '../src/util/random.ts';

const models = ['coral', 'slate'] as const;
const animals = [
  'ant',
  'bear',
  'cat',
  'deer',
  'eagle',
  'fox',
  'goat',
  'ibex',
  'lynx',
  'otter',
  'urchin',
  'wolf',
] as const;
const strings = 100;

const properties: Readonly<Record<string, (answer: string) => string>> = {
  first_character: (answer) => answer.slice(0, 1),
  starts_with_vowel: (answer) => String(/^[aeiou]/.test(answer)),
};

/** Share of the answers that a predictor knows: itself, by what it was trained on; the others it guesses from all. */
const known = { self: 0.75, cross: 0.45, untrained: 0.2 } as const;

/** Returns the files of the example by their paths. */
export function exampleFiles(): ReadonlyMap<string, string> {
  const random = seededRandom('looking inward example', 1);
  const pick = () => animals[randomInteger(random, animals.length)] ?? animals[0];
  const prompts = Array.from({ length: strings }, (_, at) => `${at + 1}: ${pick()} ${pick()} ${pick()}`);
  const answers = new Map(models.map((model) => [model, prompts.map(pick)]));
  const files = new Map<string, string>();
  for (const model of models) {
    const rows = prompts.map((string, at) => {
      const answer = answers.get(model)?.[at] ?? '';
      return [string, answer, ...Object.values(properties).map((of) => of(answer)), 'True'];
    });
    files.set(
      `object_level_${model}_object_level_minimal_prompt_animals_val_task__note/data0.csv`,
      csv([['string', 'response', ...Object.keys(properties), 'complete'], ...rows]),
    );
  }
  const rows: string[][] = [['model', 'predictor', 'trained_on']];
  for (const predictor of models) {
    addPredictions(files, {
      model: predictor,
      about: answers.get(predictor) ?? [],
      share: known.untrained,
      prompts,
      random,
    });
    for (const target of models) {
      const model = `${predictor}-on-${target}`;
      rows.push([model, predictor, target]);
      const share = predictor === target ? known.self : known.cross;
      addPredictions(files, { model, about: answers.get(target) ?? [], share, prompts, random });
    }
  }
  return files.set('models.csv', csv(rows));
}

interface Predictions {
  readonly model: string;
  readonly about: readonly string[];
  readonly share: number;
  readonly prompts: readonly string[];
  readonly random: Random;
}

function addPredictions(files: Map<string, string>, { model, about, share, prompts, random }: Predictions): void {
  for (const [name, of] of Object.entries(properties)) {
    const rows = prompts.map((string, at) => {
      const guessed = animals[randomInteger(random, animals.length)] ?? '';
      return [string, of(random() < share ? (about[at] ?? '') : guessed), 'True'];
    });
    const folder = `meta_level_${model}_animals_val_task_0_shot_true_seed_meta_level_minimal_prompt_${name}_resp__note`;
    files.set(`${folder}/data0.csv`, csv([['string', 'response', 'complete'], ...rows]));
  }
}

function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.join(',')}\n`).join('');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = 'examples/looking-inward'] = process.argv.slice(2);
  for (const [path, text] of exampleFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
