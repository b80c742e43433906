/**
 * An OpenAI-compatible server on loopback, as light as can be, so that the client is what is measured: it reads requests by
 * their content-length and gives every one the same answer after `delay` milliseconds. Forked by loopback.ts.
 */
import { createServer } from 'node:net';

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
const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
const reply = Buffer.from(head + body);

let seen = { requests: 0, firstAt: 0, lastAt: 0, open: 0, mostOpen: 0, cpu: process.cpuUsage() };
const now = () => performance.timeOrigin + performance.now();

function answer(socket) {
  if (!socket.destroyed) socket.write(reply);
  seen.open -= 1;
  seen.lastAt = now();
}

function received(socket) {
  seen.requests += 1;
  if (seen.firstAt === 0) seen.firstAt = now();
  seen.open += 1;
  seen.mostOpen = Math.max(seen.mostOpen, seen.open);
  if (delay === 0) answer(socket);
  else setTimeout(answer, delay, socket);
}

const server = createServer((socket) => {
  let text = '';
  socket.setNoDelay();
  socket.on('error', () => {}); // a client that goes away is not measured
  socket.setEncoding('latin1'); // a character a byte, as content-length counts
  socket.on('data', (chunk) => {
    text += chunk;
    for (let end = text.indexOf('\r\n\r\n'); end !== -1; end = text.indexOf('\r\n\r\n')) {
      const length = /content-length: *(\d+)/i.exec(text.slice(0, end))?.[1];
      if (length === undefined) return void socket.end('HTTP/1.1 411 Length Required\r\ncontent-length: 0\r\n\r\n');
      const size = end + 4 + Number(length);
      if (text.length < size) return;
      text = text.slice(size);
      received(socket);
    }
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => {
  const { user, system } = process.cpuUsage(seen.cpu);
  process.send({ ...seen, cpuSeconds: (user + system) / 1e6 });
  seen = { requests: 0, firstAt: 0, lastAt: 0, open: seen.open, mostOpen: 0, cpu: process.cpuUsage() };
});
process.on('disconnect', () => process.exit(0));
