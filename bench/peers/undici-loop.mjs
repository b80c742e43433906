/** The floor: nothing but requests and JSON. */
import { Agent, request } from 'undici';
import { inFlight, loop, url } from './load.mjs';

const dispatcher = new Agent({ connections: Number(inFlight), pipelining: 1 });
const headers = { 'content-type': 'application/json' };
await loop(async (content) => {
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content }], stream: false, max_tokens: 4096 });
  const reply = await request(`${url}/chat/completions`, { method: 'POST', headers, body, dispatcher });
  const { choices } = await reply.body.json();
  return choices[0].message.content;
});
await dispatcher.close();
