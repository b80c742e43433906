import { createContext, Script } from 'node:vm';
import { chatTemplate, type RenderChat } from '../loading/chat-template.ts';
import { serveRequests } from './limited-process.ts';
import { isRendering, type Rendered, renderTimeoutMs } from './template-renderer.ts';

/** Renders chat templates of model files in a process that can be killed: templates are untrusted programs. */

const sandbox: { run: () => string } = createContext({ run: () => '' }) as { run: () => string };
const script = new Script('run()');
let compiled: { readonly source: string; readonly render: RenderChat } | null = null;

function rendered(request: unknown): Rendered {
  if (!isRendering(request)) return { error: 'not a request', isReadable: false };
  const { source, tokens, messages, thinking } = request;
  sandbox.run = () => {
    if (compiled?.source !== source) compiled = { source, render: chatTemplate(source, tokens) };
    return compiled.render(messages, thinking);
  };
  if (compiled?.source !== source) compiled = null;
  try {
    return { text: script.runInContext(sandbox, { timeout: renderTimeoutMs }) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), isReadable: compiled !== null };
  }
}

serveRequests(rendered);
