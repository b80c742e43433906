import type { Failure } from '../../domain/answer.ts';
import { failed } from '../failure.ts';
import { HandshakeError } from './handshake-error.ts';

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

/** Returns whether an error is undici's error for bytes that are not HTTP, which may lack a code. */
function isParserError(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 6; current = current.cause, depth += 1) {
    if (current.name === 'HTTPParserError') return true;
  }
  return errorCode(error)?.startsWith('HPE_') ?? false;
}

const unreachable = /^(ENETUNREACH|EHOSTUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL)$/;
/** Codes of a server that speaks TLS with a certificate or protocol that is not accepted. */
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL(?!_WRONG_VERSION_NUMBER|_PACKET_LENGTH)/;
const useHttp = 'if it uses plain HTTP, replace https:// with http:// in the base URL';

/** Returns the failure for a request without a response; `origin` is the server's origin, without credentials. */
export function networkFailure(error: unknown, origin: string): Failure {
  const code = errorCode(error);
  if (code === 'ECONNREFUSED') {
    return failed('network', `connection refused: is the server running at ${origin}?`, { unreached: true });
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    const retryable = code === 'EAI_AGAIN';
    const message = `host not found: check the base URL ${origin}`;
    return failed('network', message, { retryable, unreached: true });
  }
  if (error instanceof HandshakeError && !(code !== null && certificate.test(code))) {
    return failed('network', `no TLS connection to ${origin} (${code ?? innermostMessage(error)}): ${useHttp}`, {
      unreached: true,
    });
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT') {
    const message = `connecting to ${origin} timed out: check the base URL and the network`;
    return failed('network', message, { unreached: true });
  }
  if (code !== null && unreachable.test(code)) {
    return failed('network', `${origin} cannot be reached (${code}): check the network`, { unreached: true });
  }
  if (code !== null && certificate.test(code)) {
    const message = `no secure connection to ${origin} (${code}): check its certificate`;
    return failed('network', message, { retryable: false, unreached: true });
  }
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return failed('bad-response', `${origin} sent a response that is too large for an answer: check the base URL`);
  }
  if (isParserError(error)) {
    return failed(
      'bad-response',
      `${origin} does not speak HTTP (${code ?? 'no reply'}): check the base URL and its port`,
    );
  }
  return failed('network', `the connection to ${origin} failed (${code ?? innermostMessage(error)})`);
}
