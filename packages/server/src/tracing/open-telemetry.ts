import {
  type Context,
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { version } from '../lib/version.ts';
import { samplerOf } from './sampler.ts';
import type { TracingSettings } from './settings.ts';

/** The time for sending the last spans; a missing collector must not delay a shutdown. */
const flushMs = 1000;

/** Sends spans to a collector, until it is disposed of. */
export class OpenTelemetry implements AsyncDisposable {
  readonly #provider: TracerProvider;
  readonly #tracer: ReturnType<TracerProvider['getTracer']>;
  readonly #active = new AsyncLocalStorage<Context>();
  readonly #propagator = new W3CTraceContextPropagator();

  constructor({ sampling }: TracingSettings, onError: (error: unknown) => void) {
    setGlobalErrorHandler(onError);
    const named = detectResources({
      detectors: [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector],
    });
    this.#provider = new TracerProvider({
      resource: defaultResource()
        .merge(resourceFromAttributes({ 'service.name': 'pairspace', 'service.version': version }))
        .merge(named),
      sampler: samplerOf(sampling),
      spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
    });
    this.#tracer = this.#provider.getTracer('pairspace', version);
  }

  /** Whether the present code belongs to a span. */
  get isInSpan(): boolean {
    return this.#active.getStore() !== undefined;
  }

  /** Begins a span that continues the trace in `headers`, if there is one. */
  beginServed(name: string, attributes: Attributes, headers: object): { span: Span; run: (next: () => void) => void } {
    const parent = this.#propagator.extract(ROOT_CONTEXT, headers, {
      keys: Object.keys,
      get: (carrier, key) => (carrier as Record<string, string | string[] | undefined>)[key],
    });
    const span = this.#tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
    const context = trace.setSpan(parent, span);
    return {
      span,
      run: (next) => {
        this.#active.run(context, next);
      },
    };
  }

  /** Runs `work` in a new child span of the present one. */
  async inSpan<T>(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    work: (span: Span, headers: Record<string, string>) => Promise<T>,
  ): Promise<T> {
    const parent = this.#active.getStore() ?? ROOT_CONTEXT;
    const span = this.#tracer.startSpan(name, { kind, attributes }, parent);
    const context = trace.setSpan(parent, span);
    const headers: Record<string, string> = {};
    this.#propagator.inject(context, headers, {
      set: (carrier, key, value) => {
        (carrier as Record<string, string>)[key] = value;
      },
    });
    try {
      return await this.#active.run(context, () => work(span, headers));
    } finally {
      span.end();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const given = new AbortController();
    await Promise.race([
      this.#provider.shutdown().catch(() => undefined),
      pause(flushMs, undefined, { signal: given.signal }).catch(() => undefined),
    ]);
    given.abort();
  }
}

/** Marks a span as failed, with the kind of failure only, because messages can contain texts of users. */
export const failSpan = (span: Span, kind: string): void => {
  span.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR });
};
