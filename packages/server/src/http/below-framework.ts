import { type ServiceError, statusOfCode } from '@pairspace/protocol';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '../lib/ids.ts';
import { errorBody, jsonType } from './answer.ts';
import { translateSocketError } from './translate-error.ts';

/** Answers bytes that never become a request: garbage, overlong headers, incomplete requests (ERR-2, ERR-3). */
export const answerBelowFramework =
  (limitBytes: number) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(rawResponse(translateSocketError(error, limitBytes)));
  };

/** A complete HTTP response with an error, for a socket without a request. */
export const rawResponse = (error: ServiceError): string => {
  const requestId = newId('req', Date.now());
  const body = errorBody(error, requestId);
  const status = statusOfCode[error.code];
  return [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    `Content-Type: ${jsonType}`,
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...retryAfterOf(error),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
};

const retryAfterOf = ({ details }: ServiceError): string[] => {
  const seconds = details?.['retryAfterSeconds'];
  return typeof seconds === 'number' ? [`Retry-After: ${String(seconds)}`] : [];
};
