// Three words an item, one property, five tokens an answer. Reads and writes JSON lines.
import { readFileSync } from 'node:fs';

const seen = new Set();
for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
  const { id, task, string } = JSON.parse(line);
  const three = string.split(', ').slice(0, 3).join(', ');
  if (seen.has(three)) continue;
  seen.add(three);
  const prompt = `Continue the list without numbers: ${three},`;
  console.log(JSON.stringify({ id, task, string: three, prompt, properties: ['first-word'], maxOutputTokens: 5 }));
}
