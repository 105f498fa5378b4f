import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  type InputRequests,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

/**
 * Encrypts the state that goes to the client and returns with the next round, because every request has a server of its
 * own.
 */
export const roundState = createRequestStateCodec<Round>({ key: crypto.getRandomValues(new Uint8Array(32)) });

interface Round {
  tool: string;
  round: number;
  name?: string;
}
type MadeRequest = ServerContext['mcpReq'];
type Responses = MadeRequest['inputResponses'];

const askFor = (message: string, name: string, schema: { type: 'string' } | { type: 'boolean' } = { type: 'string' }) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: schema }, required: [name] },
  });
const askName = () => askFor('What is your name?', 'name');
const sample = (text: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 50 });

const answered = (text: string) => ({ content: [{ type: 'text' as const, text }] });
const nameIn = (responses: Responses, key: string) => acceptedContent<{ name: string }>(responses, key)?.name;
const sampledIn = (responses: Responses, key: string) =>
  z.object({ content: z.object({ text: z.string() }) }).safeParse(responses?.[key]).data?.content.text;
const rootsIn = (responses: Responses, key: string) =>
  z.object({ roots: z.array(z.unknown()) }).safeParse(responses?.[key]).data?.roots;

const Declared = z.object({ [CLIENT_CAPABILITIES_META_KEY]: z.record(z.string(), z.unknown()) });

type Answer = ReturnType<typeof answered> | ReturnType<typeof inputRequired>;

/** Tools that ask the client a question, and return when they are called again with its answer. */
const tools: Readonly<Record<string, (request: MadeRequest) => Answer | Promise<Answer>>> = {
  test_missing_capability: ({ inputResponses }) =>
    inputResponses?.['word'] === undefined
      ? inputRequired({ inputRequests: { word: sample('Say pong.') } })
      : answered('pong'),

  test_input_required_result_elicitation({ inputResponses }) {
    const name = nameIn(inputResponses, 'user_name');
    return typeof name === 'string'
      ? answered(`Hello, ${name}!`)
      : inputRequired({ inputRequests: { user_name: askName() } });
  },

  test_input_required_result_sampling({ inputResponses }) {
    const text = sampledIn(inputResponses, 'capital_question');
    return text === undefined
      ? inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?') } })
      : answered(`Sampled: ${text}`);
  },

  test_input_required_result_list_roots({ inputResponses }) {
    const roots = rootsIn(inputResponses, 'client_roots');
    return roots === undefined
      ? inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
      : answered(`${String(roots.length)} roots`);
  },

  async test_input_required_result_request_state(request) {
    const confirmed = acceptedContent(request.inputResponses, 'confirm') !== undefined;
    if (confirmed && request.requestState<Round>()) return answered('state-ok');
    return confirmation('request_state');
  },

  async test_input_required_result_tampered_state(request) {
    const confirmed = acceptedContent(request.inputResponses, 'confirm') !== undefined;
    if (confirmed && request.requestState<Round>()) return answered('integrity-ok');
    return confirmation('tampered_state');
  },

  async test_input_required_result_multiple_inputs({ inputResponses }) {
    const name = nameIn(inputResponses, 'user_name');
    const greeting = sampledIn(inputResponses, 'greeting');
    const roots = rootsIn(inputResponses, 'client_roots');
    if (name !== undefined && greeting !== undefined && roots) {
      return answered(`${greeting} ${name}, ${String(roots.length)} roots`);
    }
    return inputRequired({
      inputRequests: { user_name: askName(), greeting: sample('Greet.'), client_roots: inputRequired.listRoots() },
      requestState: await roundState.mint({ tool: 'multiple_inputs', round: 1 }),
    });
  },

  async test_input_required_result_multi_round(request) {
    const { inputResponses } = request;
    const state = request.requestState<Round>();
    if (state?.round === 2) {
      const colour = acceptedContent<{ color: string }>(inputResponses, 'step2')?.color;
      return answered(`${state.name ?? 'nobody'} likes ${colour ?? 'nothing'}`);
    }
    const name = state?.round === 1 ? nameIn(inputResponses, 'step1') : undefined;
    if (name === undefined) {
      return inputRequired({
        inputRequests: { step1: askName() },
        requestState: await roundState.mint({ tool: 'multi_round', round: 1 }),
      });
    }
    return inputRequired({
      inputRequests: { step2: askFor('Which colour?', 'color') },
      requestState: await roundState.mint({ tool: 'multi_round', round: 2, name }),
    });
  },

  test_input_required_result_capabilities({ inputResponses, envelope }) {
    const can = Declared.safeParse(envelope).data?.[CLIENT_CAPABILITIES_META_KEY];
    const inputRequests: InputRequests = {
      ...(can?.['elicitation'] ? { user_name: askName() } : {}),
      ...(can?.['sampling'] ? { greeting: sample('Greet.') } : {}),
      ...(can?.['roots'] ? { client_roots: inputRequired.listRoots() } : {}),
    };
    if (inputResponses !== undefined || Object.keys(inputRequests).length === 0) return answered('nothing more to ask');
    return inputRequired({ inputRequests });
  },
};

const confirmation = async (tool: string): Promise<Answer> =>
  inputRequired({
    inputRequests: { confirm: askFor('Please confirm.', 'ok', { type: 'boolean' }) },
    requestState: await roundState.mint({ tool, round: 1 }),
  });

/** Registers the tools with questions, and a prompt with one. */
export const registerInputs = (server: McpServer): void => {
  for (const [name, run] of Object.entries(tools)) {
    server.registerTool(name, { description: 'Asks the client.', inputSchema: z.object({}) }, (_, { mcpReq }) =>
      run(mcpReq),
    );
  }
  const described = { title: 'Asks', description: 'Asks for a context.' };
  server.registerPrompt('test_input_required_result_prompt', described, ({ mcpReq }) => {
    const context = acceptedContent<{ context: string }>(mcpReq.inputResponses, 'user_context')?.context;
    if (context === undefined) {
      return inputRequired({ inputRequests: { user_context: askFor('Which context?', 'context') } });
    }
    return { messages: [{ role: 'user', content: { type: 'text', text: `Use this: ${context}` } }] };
  });
};
