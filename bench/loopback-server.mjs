/**
 * An OpenAI-compatible server on loopback: node:http, which gives every request the same answer after `delay`
 * milliseconds. Forked by loopback.ts, so that it has a process of its own; tells what it has seen when it is asked.
 */
import { createServer } from 'node:http';

const delay = Number(process.argv[2] ?? '0');
const content = '{"words": ["river", "stone", "candle", "market", "window"]}';
const body = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_790_000_000,
  model: 'm-2026-11-01',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 80, completion_tokens: 20, total_tokens: 100 },
});
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };

const nothing = () => ({ requests: 0, firstAt: 0, lastAt: 0, mostOpen: 0, cpu: process.cpuUsage() });
const now = () => performance.timeOrigin + performance.now();
let seen = nothing();
let open = 0;

function answer(response) {
  response.writeHead(200, headers);
  response.end(body);
  open -= 1;
  seen.lastAt = now();
}

const server = createServer((request, response) => {
  seen.requests += 1;
  if (seen.firstAt === 0) seen.firstAt = now();
  open += 1;
  seen.mostOpen = Math.max(seen.mostOpen, open);
  request.resume(); // the body is read and dropped
  request.on('end', () => {
    if (delay === 0) answer(response);
    else setTimeout(answer, delay, response);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => {
  const { cpu, ...rest } = seen;
  const { user, system } = process.cpuUsage(cpu);
  process.send({ ...rest, cpuSeconds: (user + system) / 1e6 });
  seen = nothing();
});
process.on('disconnect', () => process.exit(0));
