import { type Span, SpanKind } from '@opentelemetry/api';
import { ServiceError } from '@pairspace/protocol';
import type { Storage } from '../storage/storage.ts';
import { failSpan, OpenTelemetry } from './open-telemetry.ts';
import type { TracingSettings } from './settings.ts';

interface Served {
  method: string;
  route: string | undefined;
  requestId: string;
  headers: object;
}

interface DeliveryRequest {
  url: string;
  headers: Record<string, string>;
}

type Arrival = { responseStatus: number | null; error: string | null } | 'withheld';

/** The traced parts of the service. No span contains a token, a body, a query or an address of a receiver. */
export interface Tracing extends AsyncDisposable {
  beginRequest: (request: Served) => {
    run: (next: () => void) => void;
    end: (outcome: { status: number; isWhole: boolean }) => void;
  };
  traceStorage: (storage: Storage) => Storage;
  tracePost: <P extends DeliveryRequest, A extends Arrival>(
    post: (posting: P) => Promise<A>,
  ) => (posting: P) => Promise<A>;
}

export const startTracing = (settings: TracingSettings, onError: (error: unknown) => void): Tracing => {
  const telemetry = new OpenTelemetry(settings, onError);
  return {
    beginRequest: (request) => beginRequest(telemetry, request),
    traceStorage: (storage) => traceStorage(telemetry, storage),
    tracePost: (post) => (posting) => tracedPost(telemetry, post, posting),
    [Symbol.asyncDispose]: () => telemetry[Symbol.asyncDispose](),
  };
};

const beginRequest = (
  telemetry: OpenTelemetry,
  { method, route, requestId, headers }: Served,
): ReturnType<Tracing['beginRequest']> => {
  const name = route === undefined ? method : `${method} ${route}`;
  const { span, run } = telemetry.beginServed(
    name,
    {
      'http.request.method': method,
      ...(route === undefined ? {} : { 'http.route': route }),
      'pairspace.request.id': requestId,
    },
    headers,
  );
  return {
    run,
    end({ status, isWhole }) {
      span.setAttribute('http.response.status_code', status);
      if (!isWhole) span.setAttribute('pairspace.cut_off', true);
      if (status >= 500) failSpan(span, String(status));
      span.end();
    },
  };
};

const traceStorage = (telemetry: OpenTelemetry, storage: Storage): Storage => ({
  read: storage.read,
  write: (work, options) => inRequest(telemetry, 'storage write', () => storage.write(work, options)),
  snapshot: (work) => inRequest(telemetry, 'storage snapshot', () => storage.snapshot(work)),
  usedBytes: () => storage.usedBytes(),
  compact: () => storage.compact(),
  noteDeletion: () => {
    storage.noteDeletion();
  },
  [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
});

/** Work outside of a request gets no span, because it would be a trace of its own every second. */
const inRequest = <T>(telemetry: OpenTelemetry, name: string, work: () => Promise<T>): Promise<T> =>
  telemetry.isInSpan
    ? telemetry.inSpan(name, SpanKind.INTERNAL, {}, async (span) => {
        try {
          return await work();
        } catch (error) {
          const isRefusal = error instanceof ServiceError && error.status < 500;
          if (!isRefusal) failSpan(span, error instanceof ServiceError ? error.code : 'INTERNAL');
          throw error;
        }
      })
    : work();

const tracedPost = <P extends DeliveryRequest, A extends Arrival>(
  telemetry: OpenTelemetry,
  post: (posting: P) => Promise<A>,
  posting: P,
): Promise<A> => {
  const { 'x-pair-event': event, 'x-pair-delivery': delivery, 'x-pair-attempt': attempt } = posting.headers;
  return telemetry.inSpan(
    'POST webhook',
    SpanKind.CLIENT,
    {
      'http.request.method': 'POST',
      ...(event === undefined ? {} : { 'pairspace.event': event }),
      ...(delivery === undefined ? {} : { 'pairspace.delivery.id': delivery }),
      ...(attempt === undefined ? {} : { 'pairspace.delivery.attempt': Number(attempt) }),
    },
    async (span, traced) => {
      const arrival = await post({ ...posting, headers: { ...posting.headers, ...traced } });
      noteArrival(span, arrival);
      return arrival;
    },
  );
};

const noteArrival = (span: Span, arrival: Arrival): void => {
  if (arrival === 'withheld') span.setAttribute('pairspace.delivery.withheld', true);
  else {
    if (arrival.responseStatus !== null) {
      span.setAttribute('http.response.status_code', arrival.responseStatus);
    }
    if (arrival.error !== null) failSpan(span, arrival.error);
  }
};
