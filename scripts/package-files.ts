/**
 * What the package may hold, and nothing else: reads names from stdin, as `tar -tzf` lists them, and fails on any other.
 * Used by check-package.sh.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const allowed: readonly RegExp[] = [
  /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|THIRD_PARTY_LICENSES\.md)$/,
  /^dist\/([\w-]+\/)*[\w.-]+\.(js|d\.ts)$/,
  /^dist\/viewer\/(viewer\.css|licenses\.md)$/,
  /^dist\/examples\/([\w.-]+\.(ts|jsonl|yaml|yml|sh|py)|Dockerfile)$/,
  /^dist\/examples\/looking-inward\/([\w-]+\/)?[\w-]+\.csv$/,
  /^data\/[\w-]+\/([\w-]+\/)*[\w.-]+\.(jsonl|json|csv|md)$/,
  /^docs\/([\w-]+\/)*[\w.-]+\.md$/,
  /^docs\/results\/[\w.-]+\.(svg|csv)$/,
  /^docs\/schema\/[\w.-]+\.json$/,
  /^model\/README\.md$/,
  /^model\/weights\/(ada|bo)\.gguf$/,
  /^model\/weights\/adapters\/(ada|bo)\+[a-z-]+\.gguf$/,
];

/** Never, whatever folder it is in: tests, what only tests use, stores, environment files. */
const never: readonly RegExp[] = [/\.test\./, /(^|\/)testing\//, /(^|\/)\./, /\.sqlite/];

/** The files of a package that have no business in it. Names as npm lists them, with or without `package/` before. */
export function unwantedFiles(names: readonly string[]): readonly string[] {
  const plain = names
    .map((name) => name.replace(/^package\//, ''))
    .filter((name) => name !== '' && !name.endsWith('/'));
  return plain.filter(
    (name) => never.some((pattern) => pattern.test(name)) || !allowed.some((pattern) => pattern.test(name)),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = readFileSync(0, 'utf8').split('\n');
  const unwanted = unwantedFiles(names);
  if (unwanted.length > 0) {
    process.stderr.write(`the package holds what it should not:\n${unwanted.join('\n')}\n`);
    process.exit(1);
  }
  process.stdout.write(`${names.filter((name) => name !== '').length} files, all of them wanted\n`);
}
