import { randomUUID } from 'node:crypto';

type Json = Readonly<Record<string, unknown>>;

/** A tool that a program offers to its model. */
export interface OfferedTool {
  name: string;
  /** The group of the tool; Codex groups the tools of a server. */
  namespace?: string;
}

/** A part of the program's input to its model, in order. */
export interface PromptPart {
  by: 'agent' | 'program' | 'tool';
  text: string;
}

/** The request of a program to its model, in a form common to all dialects. */
export interface ModelRequest {
  tools: readonly OfferedTool[];
  told: readonly PromptPart[];
}

/** The answer of the model: a text, which ends its turn, or a tool call. */
export type Answer = { text: string } | { tool: OfferedTool; given: Json };

/** A model API that programs use. */
export interface Dialect {
  /** Whether a path requests an answer. */
  takes(path: string): boolean;
  read(body: Json): ModelRequest;
  /** The answer as server-sent events: data, with names in some dialects. */
  write(answer: Answer): readonly (readonly [string | undefined, Json | string])[];
}

const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** All texts in a value, in order, because programs wrap texts in several ways and mark cached parts. */
const textIn = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .filter(([name]) => name !== 'cache_control')
    .map(([, part]) => textIn(part))
    .join('\n');
};

const anthropic: Dialect = {
  takes: (path) => path.endsWith('/v1/messages'),
  read: ({ tools, messages }) => ({
    tools: list(tools).map(({ name }) => ({ name: String(name) })),
    told: list(messages).flatMap(({ role, content }): PromptPart[] => {
      if (typeof content === 'string') return [{ by: role === 'assistant' ? 'agent' : 'program', text: content }];
      return list(content).map((block) => ({
        by: role === 'assistant' ? 'agent' : block['type'] === 'tool_result' ? 'tool' : 'program',
        text: textIn(block),
      }));
    }),
  }),
  write: (answer) => {
    const isText = 'text' in answer;
    const block = isText
      ? { type: 'text', text: '' }
      : { type: 'tool_use', id: `toolu_${randomUUID().replaceAll('-', '')}`, name: answer.tool.name, input: {} };
    const delta = isText
      ? { type: 'text_delta', text: answer.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(answer.given) };
    const usage = { input_tokens: 10, output_tokens: 5 };
    const message = { id: `msg_${randomUUID()}`, type: 'message', role: 'assistant', model: 'scripted', content: [] };
    const events: Json[] = [
      { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null, usage } },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: isText ? 'end_turn' : 'tool_use', stop_sequence: null }, usage },
      { type: 'message_stop' },
    ];
    return events.map((event) => [String(event['type']), event]);
  },
};

const responses: Dialect = {
  takes: (path) => path.endsWith('/responses'),
  read: ({ tools, input }) => ({
    tools: list(tools).flatMap((tool): OfferedTool[] =>
      tool['type'] === 'namespace'
        ? list(tool['tools']).map(({ name }) => ({ name: String(name), namespace: String(tool['name']) }))
        : [{ name: String(tool['name'] ?? tool['type']) }],
    ),
    told: list(input).map((item) => ({
      by: String(item['type']).endsWith('output')
        ? 'tool'
        : item['role'] === 'assistant' || String(item['type']).endsWith('call')
          ? 'agent'
          : 'program',
      text: textIn(item['content'] ?? item['output'] ?? item['arguments']),
    })),
  }),
  write: (answer) => {
    const id = randomUUID();
    const item =
      'text' in answer
        ? { type: 'message', id, role: 'assistant', content: [{ type: 'output_text', text: answer.text }] }
        : { type: 'function_call', id, call_id: `call_${id}`, ...answer.tool, arguments: JSON.stringify(answer.given) };
    const response = { id: `resp_${id}`, object: 'response', model: 'scripted', output: [] };
    const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
    const events: Json[] = [
      { type: 'response.created', response },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { ...response, status: 'completed', output: [item], usage } },
    ];
    return events.map((event) => [String(event['type']), event]);
  },
};

const chatCompletions: Dialect = {
  takes: (path) => path.endsWith('/chat/completions'),
  read: ({ tools, messages }) => ({
    tools: list(tools).map((tool) => ({ name: String((tool['function'] as Json | undefined)?.['name']) })),
    told: list(messages).map(({ role, content }) => ({
      by: role === 'assistant' ? 'agent' : role === 'tool' ? 'tool' : 'program',
      text: textIn(content),
    })),
  }),
  write: (answer) => {
    const chunk = (delta: Json, reason: string | null): Json => ({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'scripted',
      choices: [{ index: 0, delta, finish_reason: reason }],
    });
    const delta =
      'text' in answer
        ? { content: answer.text }
        : {
            tool_calls: [
              {
                index: 0,
                id: `call_${randomUUID()}`,
                type: 'function',
                function: { name: answer.tool.name, arguments: JSON.stringify(answer.given) },
              },
            ],
          };
    return [
      [undefined, chunk({ role: 'assistant', ...delta }, null)],
      [undefined, chunk({}, 'text' in answer ? 'stop' : 'tool_calls')],
      [undefined, '[DONE]'],
    ];
  },
};

const gemini: Dialect = {
  takes: (path) => /:(?:streamG|g)enerateContent$/.test(path),
  read: ({ tools, contents }) => ({
    tools: list(tools)
      .flatMap((tool) => list(tool['functionDeclarations']))
      .map(({ name }) => ({ name: String(name) })),
    told: list(contents).flatMap(({ role, parts }): PromptPart[] =>
      list(parts).map((part) => ({
        by: role === 'model' ? 'agent' : 'functionResponse' in part ? 'tool' : 'program',
        text: textIn(part),
      })),
    ),
  }),
  write: (answer) => {
    const part =
      'text' in answer ? { text: answer.text } : { functionCall: { name: answer.tool.name, args: answer.given } };
    const candidate = { content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 };
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
    return [[undefined, { candidates: [candidate], usageMetadata, modelVersion: 'scripted' }]];
  },
};

export const dialects: readonly Dialect[] = [anthropic, responses, chatCompletions, gemini];
