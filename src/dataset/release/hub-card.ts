import type { Release, ReleasedSet } from './released-set.ts';

/** Returns a data set's page for a hub: front matter with one configuration per experiment, then what it contains. */
export function hubCard({ version, examples, sha256 }: Omit<Release, 'files'>, sets: readonly ReleasedSet[]): string {
  const configs = sets.flatMap(({ experiment, path }) => [
    `  - config_name: ${experiment}`,
    '    data_files:',
    '      - split: test',
    `        path: ${path}`,
  ]);
  return [
    '---',
    'pretty_name: Self-Execution Benchmark, generated items',
    'license: apache-2.0',
    'language: [en]',
    `size_categories: [${examples >= 10_000 ? '10K<n<100K' : '1K<n<10K'}]`,
    'configs:',
    ...configs,
    '---',
    '',
    `# Self-Execution Benchmark: ${examples.toLocaleString('en')} generated items`,
    '',
    'Items on which a language model predicts its own behavior. Each file belongs to one experiment of `seb`',
    '(`npm install self-execution-benchmark`). The items are generated from templates: they contain no answers of models and',
    'no data about people. All are in English.',
    '',
    '| experiment | examples | fields | sha256 |',
    '|---|---|---|---|',
    ...sets.map((set) => `| ${set.experiment} | ${set.examples} | ${set.fields.join(', ')} | ${set.sha256} |`),
    '',
    `- Version ${version}; all files together: ${sha256}`,
    '- License: Apache-2.0',
    '- Made by: `seb data export FOLDER`, the same bytes on every machine',
    `- Use: \`seb run --model MODEL --items ${sets[0]?.experiment}=${sets[0]?.path}\``,
    '- Do not train on these items if you want to measure with them.',
    '',
  ].join('\n');
}
