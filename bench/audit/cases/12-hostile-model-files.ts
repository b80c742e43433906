import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPath } from '../../../src/models/gguf/bundled.ts';
import { seededRandom } from '../../../src/util/random.ts';
import type { AuditCase, AuditSetting, Check } from '../audit-case.ts';
import { isClean } from '../run-flags.ts';

const mutations = 60;
/** The head is given up after 60 s, the answer after 20 s. */
const timeoutMs = 120_000;
/** Only the JavaScript heap of the process that tries a file is limited; reading a header of endless tensors takes 1.3 GB. */
const maxMb = 2048;
/** Most of a run is waiting for processes to start. */
const atOnce = 3;

const templates: readonly string[] = [
  '{% for a in range(30000) %}{% for b in range(30000) %}{% for c in range(30000) %}{% endfor %}{% endfor %}{% endfor %}',
  "{{ range(100000000) | join('') }}",
  "{{ messages[0]['content'][:20] }}",
  "{{ messages[0]['content'][-20:] }}",
  "{{ raise_exception('no') }}",
  '{% for %}',
  `${'('.repeat(20_000)}`,
  `{{ ${'['.repeat(20_000)} }}`,
  `{{ ${'not '.repeat(20_000)} x }}`,
  `${'{% if true %}'.repeat(20_000)}`,
  "{% set ns = namespace(x='ab') %}{% for i in range(40) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}{{ ns.x | length }}",
  '{% set ns = namespace(x=[1]) %}{% for i in range(40) %}{% set ns.x = ns.x + ns.x %}{% endfor %}{{ ns.x | length }}',
  '{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}',
  "{{ messages.constructor.constructor('process.exit(7)')() }}",
  "{{ ''.__proto__.constructor.constructor('return process')() }}",
  '{{ messages[99].content.x.y }}',
  "{{ 'x' | replace('', 'y') }}",
  '{{ 1 / 0 }}',
  '{{ undefined_function() }}',
  '{{ bos_token }}always the same',
];

/** The file with its chat template replaced; the template's length in the head is changed with it. */
function withTemplate(whole: Buffer, template: string): Buffer {
  const key = 'tokenizer.chat_template';
  const start = whole.indexOf(key) + key.length + 4 + 8;
  const length = Number(whole.readBigUInt64LE(start - 8));
  const bytes = Buffer.from(template);
  // The tensors' data begins at a multiple of 32: the head must grow by one.
  const text = Buffer.concat([bytes, Buffer.alloc((((length - bytes.length) % 32) + 32) % 32, ' ')]);
  const changed = Buffer.concat([whole.subarray(0, start), text, whole.subarray(start + length)]);
  changed.writeBigUInt64LE(BigInt(text.length), start - 8);
  return changed;
}

/** The file with one 32-bit word of its head, the vocabulary left out, set to a value that no file has. */
function mutated(whole: Buffer, number: number): Buffer {
  const random = seededRandom(`head ${number}`);
  const changed = Buffer.from(whole);
  const ends = [whole.indexOf('tokenizer.ggml.tokens'), whole.indexOf('token_embd.weight')];
  const [begin = 4, size = 0] = number % 2 === 0 ? [4, (ends[0] ?? 0) - 8] : [ends[1], 400];
  const values = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, Math.floor(random() * 2 ** 32)];
  changed.writeUInt32LE(values[Math.floor(random() * values.length)] ?? 0, begin + Math.floor(random() * size));
  return changed;
}

/** Runs the command on one file. */
async function checkFile({ folder, seb }: AuditSetting, what: string, content: Buffer): Promise<Check> {
  const name = what.replace(' ', '-');
  const file = join(folder, `${name}.gguf`);
  writeFileSync(file, content);
  const run = ['run', '--model', `gguf/${file}`, '--experiment', 'association', '--limit', '1', '--json'];
  const end = await seb([...run, '--timeout', '20', '--store', `${name}.sqlite`], { timeoutMs });
  rmSync(file);
  const ok = isClean(end) && (end.peakMb ?? 0) < maxMb;
  const memory = end.peakMb === null ? 'memory not measured' : `${Math.round(end.peakMb)} MB`;
  const said = (end.stderr.trim().split('\n')[0] ?? '').replace(folder, '').slice(0, 120);
  const seen = `${end.hung ? 'hung' : `exit ${end.code ?? end.signal}`}, ${memory}: ${said}`;
  return { what, expected: 'refused or run, under 2 GB', seen, ok };
}

/** No head and no template of a model file crashes the command, hangs it or takes two gigabytes. */
export const auditCase: AuditCase = {
  defect: '12',
  async check(setting) {
    const whole = readFileSync(bundledPath('ada'));
    const files = [
      ...Array.from({ length: mutations }, (_, number) => [`head ${number}`, mutated(whole, number)] as const),
      ...templates.map((template, number) => [`template ${number}`, withTemplate(whole, template)] as const),
    ];
    const checks = new Map<string, Check>();
    const left = files.values();
    const worker = async () => {
      for (const [what, content] of left) checks.set(what, await checkFile(setting, what, content));
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return files.flatMap(([what]) => checks.get(what) ?? []);
  },
};
