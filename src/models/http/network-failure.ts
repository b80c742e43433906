import type { Failure } from '../../domain/answer.ts';
import { AppError } from '../../util/app-error.ts';
import { failed } from '../failures/failure.ts';
import { HandshakeError } from './handshake-error.ts';
import { isLoopback } from './http-connections.ts';
import { ProxyError } from './proxy-error.ts';
import { unreadProxyVariable } from './proxy-settings.ts';

/** Returns the first error code in a chain of causes, such as `ECONNREFUSED`. */
function errorCode(error: unknown): string | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 6; current = current.cause, depth += 1) {
    if ('code' in current && typeof current.code === 'string') return current.code;
    if (current instanceof AggregateError && current.errors.length > 0) return errorCode(current.errors[0]);
  }
  return null;
}

function innermostMessage(error: unknown): string {
  let message = String(error);
  for (let current = error, depth = 0; current instanceof Error && depth < 6; current = current.cause, depth += 1) {
    if (current.message !== '') message = current.message;
  }
  return message;
}

/** Returns the first result of a function that is not null, along a chain of causes. */
function findCause<Found>(error: unknown, accept: (error: Error) => Found | null): Found | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 6; current = current.cause, depth += 1) {
    const found = accept(current);
    if (found !== null) return found;
  }
  return null;
}

/** Returns whether an error is undici's error for bytes that are not HTTP, which may lack a code. */
function isParserError(error: unknown): boolean {
  const named = findCause(error, ({ name }) => (name === 'HTTPParserError' ? name : null));
  return named !== null || (errorCode(error)?.startsWith('HPE_') ?? false);
}

const unreachable = /^(ENETUNREACH|EHOSTUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL)$/;
/** Codes of a server that speaks TLS with a certificate or protocol that is not accepted. */
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL(?!_WRONG_VERSION_NUMBER|_PACKET_LENGTH)/;
/** Where a certificate of an own authority belongs. Node reads the variable before it reads `.env`. */
const trust =
  'check its certificate; that of an own authority belongs into a file named by NODE_EXTRA_CA_CERTS, set in the environment, not in .env';
const useHttp = 'if it uses plain HTTP, replace https:// with http:// in the base URL';
const useHttps = ': if it uses TLS, replace http:// with https:// in the base URL';

/** Returns the failure of a request that a proxy did not pass on; null when no proxy refused or lacked it. */
function proxyFailure(error: unknown, origin: string): Failure | null {
  const away = findCause(error, (each) => (each instanceof ProxyError ? each : null));
  if (away !== null) {
    const why = errorCode(away.cause) ?? innermostMessage(away.cause);
    const message = `the proxy ${away.host} cannot be reached (${why}): check the environment variable ${away.variable}; to call ${origin} directly, add its host to NO_PROXY`;
    return failed('network', message, { unreached: true });
  }
  const status = findCause(error, ({ message }) => /^Proxy response \((\d+)\)/.exec(message)?.[1] ?? null);
  if (status === null) return null;
  const advice =
    status === '407'
      ? 'check the user name and password in HTTPS_PROXY or HTTP_PROXY'
      : 'it may allow other hosts or ports only; to call the server directly, add its host to NO_PROXY';
  const message = `the proxy refused a connection to ${origin} (status ${status}): ${advice}`;
  return failed('network', message, { retryable: Number(status) >= 500, unreached: true });
}

/** Returns advice for a host that is not reached directly while a variable that is not read names a proxy. */
function unreadProxy(): string {
  const variable = unreadProxyVariable();
  return variable === null ? '' : ` (${variable} is not read; a proxy belongs into HTTPS_PROXY or HTTP_PROXY)`;
}

/** What happened to a reply, by the code of the HTTP client. */
const brokenReplies: ReadonlyMap<string, string> = new Map([
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'sent a reply that is shorter or longer than its announced length'],
  ['UND_ERR_SOCKET', 'closed the connection before its reply was complete'],
  ['UND_ERR_HEADERS_TIMEOUT', 'began no reply in time'],
  ['UND_ERR_BODY_TIMEOUT', 'stopped in the middle of its reply'],
  ['UND_ERR_HEADERS_OVERFLOW', 'sent a reply whose headers are too long'],
  ['UND_ERR_ABORTED', 'was not waited for: the request was aborted'],
  ['UND_ERR_DESTROYED', 'was not waited for: the connection was closed here'],
  ['UND_ERR_CLOSED', 'was not waited for: the connection was closed here'],
  ['UND_ERR_INFO', 'broke off the connection'],
]);

/** Returns the failure for a request without a response; rethrows an AppError, such as that of a malformed proxy. `origin` is the server's origin, without credentials. */
export function networkFailure(error: unknown, origin: string): Failure {
  if (error instanceof AppError) throw error;
  const refusedByProxy = proxyFailure(error, origin);
  if (refusedByProxy !== null) return refusedByProxy;
  const code = errorCode(error);
  if (code === 'ECONNREFUSED') {
    return failed('network', `connection refused: is the server running at ${origin}?`, { unreached: true });
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    const retryable = code === 'EAI_AGAIN';
    const message = `host not found: check the base URL ${origin}${unreadProxy()}`;
    return failed('network', message, { retryable, unreached: true });
  }
  if (error instanceof HandshakeError && !(code !== null && certificate.test(code))) {
    return failed('network', `no TLS connection to ${origin} (${code ?? innermostMessage(error)}): ${useHttp}`, {
      unreached: true,
    });
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT') {
    const message = `connecting to ${origin} timed out: check the base URL and the network${unreadProxy()}`;
    return failed('network', message, { unreached: true });
  }
  if (code !== null && unreachable.test(code)) {
    return failed('network', `${origin} cannot be reached (${code}): check the network${unreadProxy()}`, {
      unreached: true,
    });
  }
  if (code !== null && certificate.test(code)) {
    const message = `no secure connection to ${origin} (${code}): ${trust}`;
    return failed('network', message, { retryable: false, unreached: true });
  }
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return failed('bad-response', `${origin} sent a response that is too large for an answer: check the base URL`);
  }
  if (isParserError(error)) {
    return failed(
      'bad-response',
      `${origin} does not speak HTTP${code === null ? '' : ` (${code})`}: check the base URL and its port`,
    );
  }
  const advice =
    code === 'ECONNRESET' && /^http:/.test(origin) && !isLoopback(new URL(origin).hostname) ? useHttps : '';
  const how = brokenReplies.get(code ?? '');
  if (how !== undefined) return failed('network', `${origin} ${how}`);
  return failed('network', `the connection to ${origin} failed (${code ?? innermostMessage(error)})${advice}`);
}
