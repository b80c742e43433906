import { describe, expect, it } from 'vitest';
import { publishedReplies, serverReplies } from '../../../test/support/raw-replies.ts';
import { readReply } from '../../../test/support/read-reply.ts';
import { recordingsFolder, withoutRecordings } from '../../../test/support/reference.ts';
import { chatAnswer } from '../../models/openai-compatible/chat-response.ts';
import { experimentRegistry } from '../registry.ts';

const sources = { chatAnswer, experimentRegistry };

it('reads recorded replies of real servers as a person does', () => {
  for (const reply of serverReplies())
    expect([reply.text, readReply(reply, sources)]).toEqual([reply.text, reply.expected]);
});

/**
 * Largest numbers of replies, of 140 or 150, that the authors' program read and the readers do not, and that both read as
 * different values. In all of these the authors took a letter or a name out of a text that states none, or another one than
 * the last: see bench/notes/answer-reading.md.
 */
const bounds = {
  prediction: { onlyAuthors: 0, differ: 0 },
  judge: { onlyAuthors: 0, differ: 0 },
  ranking: { onlyAuthors: 0, differ: 0 },
  choice: { onlyAuthors: 8, differ: 1 },
};

describe.skipIf(recordingsFolder === null)(`published replies${withoutRecordings}`, () => {
  it('are read as the authors read them, but for those that state no value', async () => {
    const replies = (await publishedReplies(10)) ?? [];
    expect(replies.length).toBeGreaterThan(500);
    for (const [reader, own] of Map.groupBy(replies, (reply) => reply.reader)) {
      const read = own.map((reply) => ({ ...reply, read: readReply(reply, sources) }));
      const onlyAuthors = read.filter((reply) => reply.read === null && reply.expected !== null);
      const differ = read.filter(
        (reply) => reply.read !== null && reply.expected !== null && reply.read !== reply.expected,
      );
      const bound = bounds[reader as keyof typeof bounds]; // a reader without a bound fails below
      expect([reader, onlyAuthors.length <= bound.onlyAuthors, differ.length <= bound.differ]).toEqual([
        reader,
        true,
        true,
      ]);
    }
  });
});
