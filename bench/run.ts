/**
 * Measures `seb` beside the floor and beside peers, in one run on this machine:
 *   node bench/run.ts [SECTION...] [--quick] [--rounds N] [--million] [--peers FOLDER | --no-peers] [--out FILE.json]
 * Prints Markdown on stdout; --out also writes everything as JSON. Contestants take turns (A B C A B C); medians count.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildPackage } from './built-package.ts';
import { bundled } from './bundled-section.ts';
import { delayed, resume, sizes, zeroDelay } from './http-section.ts';
import { million, raschFits, reports, startUp } from './other-sections.ts';
import { fetchPeers, type Peers } from './peers.ts';
import type { Section, SectionResult, Setting } from './section.ts';
import { markdown } from './table.ts';

const sections: Readonly<Record<string, Section>> = {
  startup: startUp,
  zero: zeroDelay,
  delay: delayed,
  sizes,
  resume,
  bundled,
  report: reports,
  rasch: raschFits,
  million,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    million: { type: 'boolean', default: false },
    peers: { type: 'string' },
    'no-peers': { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});

const unknown = positionals.filter((name) => !(name in sections));
if (unknown.length > 0) {
  process.stderr.write(`no section ${unknown.join(', ')}; there are ${Object.keys(sections).join(', ')}\n`);
  process.exit(1);
}

const project = fileURLToPath(new URL('..', import.meta.url));
const none: Peers = { folder: tmpdir(), versions: { promptfoo: null, '@ai-sdk/openai-compatible': null } };

function version(name: string): string {
  const manifest = readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version; // npm's own file
}

const peers = values['no-peers'] ? none : fetchPeers(values.peers);
const machine = {
  node: process.version,
  cpu: `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}`,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform} ${process.arch}`,
  date: new Date().toISOString(),
  versions: { ...peers.versions, undici: version('undici'), 'node-llama-cpp': version('node-llama-cpp') },
};

const scratch = mkdtempSync(join(tmpdir(), 'seb-bench-'));
const quick = values.quick;
const setting: Setting = {
  main: buildPackage(project, join(scratch, 'package')),
  project,
  peers,
  folder: scratch,
  quick,
  rounds: Number(values.rounds ?? (quick ? 1 : 3)),
};

const usual = Object.keys(sections).filter((name) => name !== 'million' || values.million);
const results: Record<string, SectionResult> = {};
try {
  for (const name of positionals.length > 0 ? positionals : usual) {
    process.stderr.write(`section ${name}\n`);
    const section = sections[name];
    if (section !== undefined) results[name] = await section(setting);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (quick) process.stdout.write('Quick: whether everything runs; the figures are too small to mean anything.\n\n');
process.stdout.write(markdown(machine, results));
if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify({ machine, quick, results }, null, 2)}\n`);
