/** The reason why the service cannot start, as a sentence for its operator, for whom a stack trace would be useless. */
export class StartRefusal extends Error {}

interface ListenError extends Error {
  code?: string;
  address?: string;
  port?: number;
}

/** The sentence for an error that an operator can fix; undefined for any other. */
export const startRefusalOf = (error: unknown): string | undefined => {
  if (error instanceof StartRefusal) return error.message;
  const { code, address, port, message } = error as ListenError;
  const place = `${address ?? 'this address'}, port ${String(port)}`;
  if (code === 'EADDRINUSE') {
    return `Another program listens on ${place} already. Stop that one, or set PORT to another port.`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `This user may not listen on ${place}. Set PORT to a port from 1024 on.`;
  }
  if (code === 'EADDRNOTAVAIL' || (code === 'ENOTFOUND' && address === undefined)) {
    return `This machine has no such address to listen on: ${address ?? message}. Set HOST to one that it has.`;
  }
  return undefined;
};
