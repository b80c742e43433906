/**
 * Reads made logs of 200,000 samples (`.eval`, JSON lines) and of 100 MB (`.json`), each in a process of its own, and prints
 * seconds and the largest resident memory (Linux). `node bench/foreign-logs.ts [SAMPLES]`
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRecording } from '../src/recordings/formats.ts';
import { zipOf } from '../test/support/zip.ts';

const words = Array.from({ length: 4_000 }, (_, index) => ((index * 2_654_435_761) % 2 ** 32).toString(36));

const header = { version: 2, status: 'success', eval: { eval_id: 'e', task: 't', model: 'openai/m' } };

const [first, second] = process.argv.slice(2);
if (first === '--read') {
  const started = performance.now();
  const { rows } = await readRecording(second ?? '');
  const seconds = (performance.now() - started) / 1000;
  const cpu = process.cpuUsage().user / 1e6;
  // `maxRSS` begins with the memory of the process that started this one
  const [, memory] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  const figures = [`${rows.length} rows`, `${seconds.toFixed(1)} s (CPU ${cpu.toFixed(1)} s)`];
  process.stdout.write(`${figures.join(', ')}, ${(Number(memory) / 1024).toFixed(0)} MB\n`);
} else {
  const folder = mkdtempSync(join(tmpdir(), 'seb-bench-'));
  try {
    await measureAll(folder, Number(first ?? 200_000));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureAll(folder: string, samples: number): Promise<void> {
  const files = [evalLog(folder, samples), await lmEvalLog(folder, samples), jsonLog(folder)];
  for (const file of files) {
    const { stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--read', file]);
    process.stdout.write(
      `${file.split('/').at(-1)} (${(statSync(file).size / 1e6).toFixed(0)} MB): ${stdout}${stderr}`,
    );
  }
}

/** Returns a question of about 3,000 characters, as a prompt with examples has. */
function questionOf(id: number): string {
  const own = Array.from({ length: 400 }, (_, index) => words[(id * 7_919 + index * index * 31) % words.length]);
  return `Question ${id}: ${own.join(' ')}`;
}

function sampleOf(id: number) {
  const scores = {
    match: {
      value: id % 3 ? 'C' : 'I',
      answer: 'A',
      explanation: `ANSWER: A ${'because '.repeat(20)}`,
      metadata: { confidence: (id % 100) / 100 },
    },
  };
  const usage = { 'openai/m': { input_tokens: 100, output_tokens: id % 50 } };
  return {
    id,
    epoch: 1,
    input: questionOf(id),
    target: 'A',
    metadata: { topic: `t${id % 500}` },
    scores,
    model_usage: usage,
    total_time: 1.5,
  };
}

function evalLog(folder: string, samples: number): string {
  const file = join(folder, 'log.eval');
  const list = Array.from({ length: samples }, (_, index) =>
    Buffer.from(`${index === 0 ? '[' : ','}${JSON.stringify(sampleOf(index + 1))}`),
  );
  const entries = [
    { name: 'header.json', content: JSON.stringify(header) },
    { name: 'summaries.json', content: Buffer.concat([...list, Buffer.from(']')]) },
  ];
  writeFileSync(file, zipOf(entries));
  return file;
}

async function lmEvalLog(folder: string, samples: number): Promise<string> {
  const file = join(folder, 'samples_t_2026-01-01T00-00-00.jsonl');
  const out = createWriteStream(file);
  for (let id = 0; id < samples; id += 1) {
    const text = questionOf(id);
    const row = {
      doc_id: id,
      doc: { text },
      target: 'A',
      arguments: { gen_args_0: { arg_0: text } },
      resps: [['A']],
      filtered_resps: ['A'],
      filter: 'none',
      metrics: ['acc'],
      doc_hash: `h${id}`,
      acc: id % 2,
    };
    if (!out.write(`${JSON.stringify(row)}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
  return file;
}

/** A log of 100 MB: mostly messages and events, as the tool writes them. */
function jsonLog(folder: string): string {
  const file = join(folder, 'log.json');
  const events = Array.from({ length: 20 }, (_, index) => ({
    event: 'model',
    output: `${index} ${'words of an answer '.repeat(40)}`,
  }));
  const samples = Array.from({ length: 5_200 }, (_, index) => ({ ...sampleOf(index + 1), events }));
  writeFileSync(file, JSON.stringify({ version: 2, status: 'success', eval: header.eval, samples }));
  return file;
}
