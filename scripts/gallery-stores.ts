import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishedModels } from '../test/support/published-models.ts';
import { runIn } from '../test/support/run-in.ts';

const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

/** Commands that fill the store of one kind of pictures, without key and network; `{items}` is the generated file. */
const commands = {
  demo: [['demo'], ['report', 'latest', '--out', 'seb-report']],
  study: [['study', 'introspection', '--bundled']],
  tool: [
    [
      ...['run', '--experiment', 'property', '--samples', '2', '--limit', '60', '--tools', 'offered'],
      ...['--model', 'simulated/sam?self=0&noise=0.1&tool=0.5', '--executor', 'itself', 'bundled/ada+self'],
    ],
  ],
  injection: [['run', '--experiment', 'injection', '--samples', '3', '--model', 'simulated/a?self=1']],
  ladder: [
    [
      ...['run', '--experiment', 'property', '--items', 'property={items}', '--samples', '3'],
      ...['--model', 'simulated/a?private=0.9', 'simulated/b?private=0.3'],
    ],
  ],
  people: [
    ['people', 'new', 'ann', '--protocol', 'wait', '--days', '7', '--experiment', 'association', '--limit', '4'],
  ],
} as const;

export type StoreName = keyof typeof commands | 'models';

/** Makes the store of `name` in `folder` and returns its file; minutes for `models` and `study`. */
export async function makeStore(name: StoreName, folder: string): Promise<string> {
  const store = join(folder, `${name}.sqlite`);
  if (name === 'models') {
    const models = publishedModels();
    const experiment = ['association', 'restriction', 'difficulty'];
    await runIn(
      store,
      { model: models.map((model) => model.name), experiment, limit: 120 },
      { config: { model: models } },
    );
    return store;
  }
  if (name === 'ladder')
    writeFileSync(join(folder, 'ladder.jsonl'), seb(['data', 'generate', 'property', '600', '--ladder'], folder));
  for (const command of commands[name]) {
    const words = command.map((word) => word.replace('{items}', 'ladder.jsonl'));
    seb([...words, '--store', `${name}.sqlite`], folder);
  }
  return store;
}

function seb(args: readonly string[], folder: string): string {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  return execFileSync(process.execPath, [main, ...args], { cwd: folder, encoding: 'utf8', stdio: [...stdio] });
}
