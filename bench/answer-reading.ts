// Reads the replies of test/fixtures/replies.jsonl with the experiments' readers and prints, by reader, how many are misread
// and how many are unread although they state a value. usage: node bench/answer-reading.ts [CHECKOUT] [--list]
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Reply, readReply, type Sources } from '../test/support/read-reply.ts';

const [given = '.', ...flags] = process.argv.slice(2);
const root = resolve(given === '--list' ? '.' : given);
const load = (path: string) => import(pathToFileURL(join(root, 'src', path)).href);
const sources: Sources = {
  ...(await load('experiments/registry.ts')),
  ...(await load('models/openai-compatible/chat-response.ts')),
};
const lines = readFileSync(new URL('../test/fixtures/replies.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const replies = lines.map((line) => JSON.parse(line) as Reply); // our own file

const table = new Map<string, { replies: number; stating: number; misread: number; unread: number }>();
for (const reply of replies) {
  const read = readReply(reply, sources);
  const row = table.get(reply.reader) ?? { replies: 0, stating: 0, misread: 0, unread: 0 };
  table.set(reply.reader, row);
  row.replies += 1;
  if (reply.expected !== null) row.stating += 1;
  if (read === reply.expected) continue;
  if (read === null) row.unread += 1;
  else row.misread += 1;
  if (flags.includes('--list') || given === '--list') console.log(JSON.stringify({ ...reply, read }));
}
console.table(Object.fromEntries(table));
const sum = (key: 'replies' | 'stating' | 'misread' | 'unread') =>
  [...table.values()].reduce((all, row) => all + row[key], 0);
console.log(
  `${sum('replies')} replies, ${sum('stating')} state a value: ${sum('misread')} misread, ${sum('unread')} unread`,
);
