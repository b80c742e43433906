/** Thrown when a server accepts a connection and TLS then fails; its cause is the handshake error. */
export class HandshakeError extends Error {
  override readonly name = 'HandshakeError';
}
