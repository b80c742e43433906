import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AuditCase, AuditSetting, Check } from '../audit-case.ts';
import { endText, isClean, keys, runFlags } from '../run-flags.ts';
import { completionBody } from '../server.ts';

type Part = (setting: AuditSetting) => Promise<readonly Check[]>;

const simulated = ['run', '--model', 'simulated/ada', '--experiment', 'association', '--limit', '1', '--json'];

const configs: Readonly<Record<string, RegExp>> = {
  'model: 5': /model/,
  'model: [{}]': /model/,
  'experiments: [null]': /experiments/,
};

/** Mistakes in a config file are refused by the name of the field. */
const checkConfigs: Part = async ({ folder, seb }) => {
  const checks: Check[] = [];
  for (const [field, name] of Object.entries(configs)) {
    const file = `${checks.length}.config.mjs`;
    writeFileSync(join(folder, file), `export default { ${field} };\n`);
    const end = await seb([...simulated, '--config', file]);
    const ok = isClean(end) && end.code === 1 && name.test(end.stderr);
    checks.push({ what: `config ${field}`, expected: 'exit 1, names the field', seen: endText(end), ok });
  }
  return checks;
};

/** A foreign folder with a very deep literal or with links that form a loop is refused. */
const checkImports: Part = async ({ folder, seb }) => {
  const results = join('experiment 1', 'results-04-05-25');
  const plain = join(folder, 'plain');
  mkdirSync(join(plain, results), { recursive: true });
  writeFileSync(join(plain, 'experiment 1', '3-5_taboo_words.json'), '{"dog":["a","b","c"]}');
  const [deep, loop] = [join(folder, 'deep'), join(folder, 'loop')];
  for (const copy of [deep, loop]) cpSync(plain, copy, { recursive: true });
  const literal = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  writeFileSync(join(deep, results, 'x.csv'), `Word,Predictions,Generated Words\ndog,"${literal}","[]"\n`);
  symlinkSync('x.csv', join(loop, results, 'x.csv'));
  const checks: Check[] = [];
  for (const what of ['deep', 'loop']) {
    const end = await seb(['import', 'self-execution-benchmark', what, '--store', `${what}.sqlite`]);
    const ok = isClean(end) && (what === 'deep' || end.code === 1);
    checks.push({ what: `import: ${what}`, expected: 'no crash', seen: endText(end), ok });
  }
  return checks;
};

/** A store whose version is not a number is refused. */
const checkVersion: Part = async ({ folder, seb }) => {
  await seb([...simulated, '--store', 'version.sqlite']);
  const database = new DatabaseSync(join(folder, 'version.sqlite'));
  database.exec("update schema_version set version = 'abc'");
  database.close();
  const end = await seb(['list', '--store', 'version.sqlite']);
  const ok = isClean(end) && end.code === 1 && /version/.test(end.stderr);
  return [{ what: "version 'abc' in a store", expected: 'exit 1, names the version', seen: endText(end), ok }];
};

const tool = { id: 't', type: 'function', function: { name: 'f', arguments: '{}' } };
const message = (more: object) => ({ choice: { message: { role: 'assistant', content: '', ...more } } });

const bodies: Readonly<Record<string, { readonly body: string; readonly isAnswer: boolean }>> = {
  'empty content': { body: completionBody('', message({})), isAnswer: true },
  'empty content with tool calls': { body: completionBody('', message({ tool_calls: [tool] })), isAnswer: false },
  'choice 1 in place of choice 0': { body: completionBody('{}', { choice: { index: 1 } }), isAnswer: false },
};

/** Odd answers are taken alike on every path. */
const checkOddAnswers: Part = async ({ seb, serve }) => {
  const checks: Check[] = [];
  for (const [what, { body, isAnswer }] of Object.entries(bodies)) {
    for (const model of ['openai-compatible/x', 'openai/x']) {
      const { url } = await serve({ body });
      const store = ['--store', `odd-${checks.length}.sqlite`];
      const end = await seb([...runFlags(url, model, '--retries', '0'), ...store], { environment: keys });
      const ok = isClean(end) && (end.code === 0) === isAnswer;
      const expected = isAnswer ? 'an answer' : 'a failure';
      checks.push({ what: `${model}: ${what}`, expected, seen: endText(end), ok });
    }
  }
  return checks;
};

/** A status that brings no answer is not called a redirect. */
const checkStatuses: Part = async ({ seb, serve }) => {
  const checks: Check[] = [];
  for (const status of [201, 202, 204, 206]) {
    const { url } = await serve({ status, body: status === 204 ? '' : completionBody('{}') });
    const end = await seb([...runFlags(url, 'openai-compatible/x', '--retries', '0'), '--store', `${status}.sqlite`]);
    const ok = isClean(end) && end.code !== 0 && end.stderr.includes(`${status}`) && !/redirect/.test(end.stderr);
    checks.push({ what: `HTTP ${status}`, expected: 'a failure that names it', seen: endText(end), ok });
  }
  return checks;
};

/** https to a server that does not speak TLS, which refuses it or stays silent, ends with the advice to use http. */
const checkTls: Part = async ({ seb, serve }) => {
  const plain = createServer().listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const { port } = plain.address() as AddressInfo; // a TCP server that listens
  const silent = (await serve({ body: completionBody('{}') })).url.replace('http:', 'https:');
  const checks: Check[] = [];
  for (const [what, url, maxSeconds] of [
    ['refuses it', `https://127.0.0.1:${port}/v1`, 10],
    ['stays silent', silent, 30],
  ] as const) {
    const end = await seb([...runFlags(url, 'openai-compatible/x'), '--store', `tls-${checks.length}.sqlite`]);
    const isAdvised = end.stderr.includes('replace https:// with http://');
    const ok = isClean(end) && end.code !== 0 && end.seconds < maxSeconds && isAdvised;
    checks.push({
      what: `https to a server without TLS, which ${what}`,
      expected: `the advice to use http within ${maxSeconds} s`,
      seen: `${end.seconds.toFixed(1)} s, ${isAdvised ? 'advised' : 'not advised'}, ${endText(end)}`,
      ok,
    });
  }
  plain.close();
  return checks;
};

/** A word list in one line, with a line break at its end, is read as a word list. */
const checkWordList: Part = async ({ folder, seb }) => {
  writeFileSync(join(folder, 'words.json'), '{"dog":["a","b","c"]}\n');
  const end = await seb([...simulated, '--items', 'association=words.json', '--store', 'words.sqlite']);
  return [{ what: 'a word list in one line', expected: 'exit 0', seen: endText(end), ok: end.code === 0 }];
};

/** Commands that only read work on a store that cannot be written. */
const checkReadOnly: Part = async ({ folder, seb }) => {
  const store = join(folder, 'read-only');
  mkdirSync(store);
  const run = await seb([...simulated, '--store', join('read-only', 's.sqlite')]);
  const id = /"run":"([0-9a-f]{12})"/.exec(run.stdout)?.[1] ?? '';
  execFileSync('chmod', ['-R', 'a-w', store]);
  const isRoot = process.getuid?.() === 0;
  try {
    const checks: Check[] = [];
    for (const command of ['list', `show ${id}`, 'report']) {
      const end = isRoot ? null : await seb([...command.split(' '), '--store', join('read-only', 's.sqlite')]);
      const seen = end === null ? 'root may write everywhere' : endText(end);
      checks.push({ what: `${command} of a read-only store`, expected: 'exit 0', seen, ok: end && end.code === 0 });
    }
    return checks;
  } finally {
    execFileSync('chmod', ['-R', 'u+w', store]);
  }
};

/** The short list at the end of the audit. */
export const auditCase: AuditCase = {
  defect: 'D',
  async check(setting) {
    const checks: Check[] = [];
    const tried = [checkConfigs, checkImports, checkVersion, checkOddAnswers, checkStatuses, checkTls];
    for (const part of [...tried, checkWordList, checkReadOnly]) checks.push(...(await part(setting)));
    return checks;
  },
};
