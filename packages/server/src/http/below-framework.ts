import { type ErrorCode, ServiceError, statusOfCode } from '@pairspace/protocol';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '../lib/ids.ts';
import { errorBody, jsonType } from './answer.ts';

const refusals: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['PAYLOAD_TOO_LARGE', 'The request line and headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['VALIDATION_ERROR', 'The request was not complete within the time allowed.'],
};

/** Answers what never becomes a request: garbage, overlong headers, requests that do not end (ERR-2, ERR-3). */
export const answerBelowFramework =
  (limitBytes: number) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [code, message] = refusals[error.code ?? ''] ?? [
      'VALIDATION_ERROR',
      'This is not a well-formed HTTP request.',
    ];
    socket.end(
      rawResponse(new ServiceError(code, message, code === 'PAYLOAD_TOO_LARGE' ? { details: { limitBytes } } : {})),
    );
  };

const rawResponse = (error: ServiceError): string => {
  const requestId = newId('req', Date.now());
  const body = errorBody(error, requestId);
  const status = statusOfCode[error.code];
  return [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    `Content-Type: ${jsonType}`,
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
};
