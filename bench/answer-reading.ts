// Reads raw replies with the experiments' readers: our own, on which the readers were tuned; recorded replies of real servers;
// and replies of the published recordings, of which the value that the authors' program extracted is compared.
// usage: node bench/answer-reading.ts [CHECKOUT] [--list] [--per-model N]
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ownReplies, type PublishedReply, publishedReplies, serverReplies } from '../test/support/raw-replies.ts';
import { type Reply, readReply, type Sources } from '../test/support/read-reply.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false }, 'per-model': { type: 'string', default: '10' } },
});
const root = resolve(positionals[0] ?? '.');
const load = (path: string) => import(pathToFileURL(join(root, 'src', path)).href);
const sources: Sources = {
  ...(await load('experiments/registry.ts')),
  ...(await load('models/openai-compatible/chat-response.ts')),
};

/** Prints, by reader, how many replies of a corpus are misread and how many are unread although they state a value. */
function printReadings(corpus: string, replies: readonly Reply[]): void {
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
    if (values.list) console.log(JSON.stringify({ ...reply, read }));
  }
  console.log(`\n${corpus}`);
  console.table(Object.fromEntries(table));
  const sum = (key: 'replies' | 'stating' | 'misread' | 'unread') =>
    [...table.values()].reduce((all, row) => all + row[key], 0);
  console.log(
    `${sum('replies')} replies, ${sum('stating')} state a value: ${sum('misread')} misread, ${sum('unread')} unread`,
  );
}

/** Prints, by reader, how often the readers and the authors' program read the same. Neither is the truth. */
function printAgreement(replies: readonly PublishedReply[]): void {
  const table = new Map<
    string,
    { replies: number; same: number; differ: number; onlyAuthors: number; onlyOurs: number }
  >();
  for (const reply of replies) {
    const read = readReply(reply, sources);
    const row = table.get(reply.reader) ?? { replies: 0, same: 0, differ: 0, onlyAuthors: 0, onlyOurs: 0 };
    table.set(reply.reader, row);
    row.replies += 1;
    const how =
      read === reply.expected
        ? 'same'
        : read === null
          ? 'onlyAuthors'
          : reply.expected === null
            ? 'onlyOurs'
            : 'differ';
    row[how] += 1;
    if (values.list && how !== 'same') {
      const { reader, model, expected, text } = reply;
      console.log(JSON.stringify({ how, reader, model, expected, read, text }));
    }
  }
  console.log('\nreplies of the published recordings: this reader and the extraction of the authors');
  console.table(Object.fromEntries(table));
}

printReadings('our own replies, on which the readers were tuned', ownReplies());
printReadings('recorded replies of real servers', serverReplies());
const published = await publishedReplies(Number(values['per-model']));
if (published === null) console.log('\nskipped: the published recordings are not beside this checkout');
else printAgreement(published);
