/**
 * Writes the first screens as text at 80 columns into a file: node scripts/make-screens.ts FILE [--stores FOLDER]
 * [--only demo,logs]. It makes the stores (gallery-stores.ts) unless `--stores` has them from before. With `--only`, the other
 * screens of the page stay as they are.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeStore, type StoreName } from './gallery-stores.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const main = join(root, 'src', 'cli', 'main.ts');
const logFolder = join(root, 'test/golden/logs/inspect');
const logs = ['times_alpha-large.eval', 'times_beta-small.eval'];

interface Screen {
  readonly name: string;
  readonly title: string;
  /** Store that the commands read; null for logs. */
  readonly store: StoreName | null;
  readonly commands: readonly (readonly string[])[];
}

const screens: readonly Screen[] = [
  { name: 'demo', title: 'The demonstration', store: 'demo', commands: [['report']] },
  {
    name: 'models',
    title: 'Fifteen models (simulated, with the rates that arXiv 2508.12277 published)',
    store: 'models',
    commands: [['report'], ['compare']],
  },
  {
    name: 'own',
    title: 'Own requests with a label (a simulated model)',
    store: 'own',
    commands: [['report'], ['report', '--list']],
  },
  { name: 'conditions', title: 'Two conditions of one simulated model', store: 'conditions', commands: [['report']] },
  {
    name: 'gateway',
    title: 'A gateway that could not answer a third of the items (simulated)',
    store: 'gateway',
    commands: [['report']],
  },
  {
    name: 'judge',
    title: 'A judge that calls everything a refusal (simulated)',
    store: 'judge',
    commands: [['report']],
  },
  { name: 'running', title: 'A study of the bundled models, stopped', store: 'running', commands: [['report']] },
  { name: 'study', title: 'A study of the bundled models', store: 'study', commands: [['report']] },
  {
    name: 'logs',
    title: 'Logs of another tool',
    store: null,
    commands: [['compare', ...logs]],
  },
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { stores: { type: 'string' }, only: { type: 'string', default: '' } },
});
const [page] = positionals;
if (page === undefined) throw new Error('give a file for the screens');
const folder = values.stores ?? mkdtempSync(join(tmpdir(), 'screens-'));
mkdirSync(folder, { recursive: true });
const only = new Set(values.only.split(',').filter((name) => name !== ''));

/** Returns what a command prints, and its error where it exits with another code than 0. */
function printed(args: readonly string[], store: string | null): string {
  const words = store === null ? args : [...args, '--store', store];
  try {
    const cwd = store === null ? logFolder : folder; // so that no line is broken for a path of this machine
    const options = { cwd, encoding: 'utf8', env: { ...process.env, COLUMNS: '80' } } as const;
    return execFileSync(process.execPath, [main, ...words], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && 'stderr' in error) return `${error.stdout}${error.stderr}`;
    throw error;
  }
}

async function sectionOf({ title, store, commands }: Screen): Promise<string> {
  const file = store === null ? null : `${store}.sqlite`;
  if (store !== null && !existsSync(join(folder, `${store}.sqlite`))) await makeStore(store, folder);
  const blocks = commands.map((args) => {
    const text = printed(args, file).trimEnd();
    return `\`\`\`text\n$ seb ${args.join(' ')}\n${text}\n\`\`\`\n`;
  });
  return `## ${title}\n\n${blocks.join('\n')}`;
}

const before = existsSync(page) ? readFileSync(page, 'utf8') : '';

/** Returns the section of a screen as the page has it; null if it has none. */
function writtenSection({ title }: Screen): string | null {
  const start = before.indexOf(`## ${title}\n`);
  if (start < 0) return null;
  const end = before.indexOf('\n## ', start);
  return end < 0 ? before.slice(start) : before.slice(start, end + 1);
}

const sections: string[] = [];
for (const screen of screens) {
  const isChosen = only.size === 0 || only.has(screen.name);
  const section = isChosen ? await sectionOf(screen) : writtenSection(screen);
  if (section !== null) sections.push(`${section.trimEnd()}\n`);
}
const lead =
  'What commands print at 80 columns, made by `node scripts/make-screens.ts`. All models are simulated, or small demonstration models\ntrained by us: these numbers say nothing about large language models.';
writeFileSync(page, `# Screens\n\n${lead}\n\n${sections.join('\n')}`);
