import {
  createMcpHandler,
  INVALID_PARAMS,
  INVALID_REQUEST,
  isLegacyRequest,
  isSpecType,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Route } from '#platform/http/route.ts';
import { memberOf } from '#platform/members.ts';
import { type Caller, callTool } from './call-tool.ts';
import { LISTED_PROMPTS, promptResult } from './prompts.ts';
import { inputSchemaOf, outputSchemaOf } from './tool-schema.ts';
import { ANNOTATIONS, INSTRUCTIONS, operationOf, TOOLS, type Tool } from './tools.ts';

/**
 * Answers one message of the Model Context Protocol, in revision 2026-07-28 or one of 2025. Keeps no state between
 * messages. Each answer is one JSON document, so no stream stays open.
 *
 * @param message the parsed body of the request
 */
export async function answerMessage(
  caller: Caller,
  routes: readonly Route[],
  request: Request,
  message: unknown,
): Promise<Response> {
  const refusal = refuseMessage(message);
  if (refusal) return refusal;
  const serve = () => newServer(caller, routes);
  if (!(await isLegacyRequest(request, message))) {
    const handler = createMcpHandler(serve, { legacy: 'reject', keepAliveMs: 0 });
    return handler.fetch(request, { parsedBody: message });
  }
  const malformed = refuseParams(message);
  if (malformed) return malformed;
  const server = serve();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/** Longer identifiers are refused, because each answer repeats its message's. */
const ID_CHARACTERS_MAX = 200;

/**
 * Rejects messages that a stateless server cannot limit: batches, which the budget would count as one request,
 * subscriptions, which would keep the request open, and identifiers that would make a long answer.
 */
function refuseMessage(message: unknown): Response | null {
  if (Array.isArray(message)) {
    return protocolRefusal(
      400,
      INVALID_REQUEST,
      'Batches are not supported. Send one message per request.',
      null,
    );
  }
  const id = memberOf(message, 'id');
  if (typeof id === 'string' && id.length > ID_CHARACTERS_MAX) {
    const reason = `The id may have at most ${ID_CHARACTERS_MAX} characters.`;
    return protocolRefusal(400, INVALID_REQUEST, reason, null);
  }
  if (memberOf(message, 'method') !== 'subscriptions/listen') return null;
  return protocolRefusal(404, METHOD_NOT_FOUND, 'Method not found', isMessageId(id) ? id : null);
}

type Check = (message: unknown) => boolean;

/** Checks the form of each supported request, by method. */
const REQUESTS: ReadonlyMap<unknown, Check> = new Map<unknown, Check>()
  .set('initialize', isSpecType.InitializeRequest)
  .set('ping', isSpecType.PingRequest)
  .set('tools/list', isSpecType.ListToolsRequest)
  .set('tools/call', isSpecType.CallToolRequest)
  .set('prompts/list', isSpecType.ListPromptsRequest)
  .set('prompts/get', isSpecType.GetPromptRequest);

/** Rejects parameters that do not match the method. The library would report an internal error instead. */
function refuseParams(message: unknown): Response | null {
  const id = memberOf(message, 'id');
  const isOfForm = REQUESTS.get(memberOf(message, 'method'))?.(message) ?? true;
  if (isOfForm || !isMessageId(id)) return null;
  return protocolRefusal(200, INVALID_PARAMS, 'The parameters do not match the method.', id);
}

/** Rejects a body that is not one JSON document. */
export function refuseUnreadable(): Response {
  return protocolRefusal(400, PARSE_ERROR, 'The body is not valid JSON.', null);
}

function protocolRefusal(
  status: number,
  code: number,
  message: string,
  id: string | number | null,
): Response {
  return Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status });
}

function isMessageId(id: unknown): id is string | number {
  return typeof id === 'string' || typeof id === 'number';
}

/** Returns the protocol server for one caller, who sees only the tools that the credential allows. */
function newServer(caller: Caller, routes: readonly Route[]): Server {
  // The library's tool registry would report invalid arguments and refused calls without the service's codes.
  const server = new Server(
    { name: 'musette', title: 'Musette', version: '1.0.0', websiteUrl: caller.baseUrl },
    { capabilities: { tools: {}, prompts: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: TOOLS.filter((tool) => caller.mayCall(operationOf(tool, routes))).map((tool) =>
      listed(tool, routes, caller.athleteId !== null),
    ),
  }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool.');
    return callTool(caller, routes, tool, params.arguments ?? {});
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: LISTED_PROMPTS }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const result = promptResult(params.name, params.arguments ?? {});
    if (result) return result;
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'There is no such prompt, or its activity_id is not an identifier.',
    );
  });
  return server;
}

type ListedTool = ReturnType<typeof listedTool>;

/** Listed tools. Their schemas are built once per isolate. */
const listedTools = new Map<string, ListedTool>();

function listed(tool: Tool, routes: readonly Route[], isAthleteKnown: boolean): ListedTool {
  const key = `${tool.name} ${isAthleteKnown}`;
  const known = listedTools.get(key) ?? listedTool(tool, routes, isAthleteKnown);
  listedTools.set(key, known);
  return known;
}

function listedTool(tool: Tool, routes: readonly Route[], isAthleteKnown: boolean) {
  const { name, title, description, effect } = tool;
  const route = operationOf(tool, routes);
  return {
    name,
    title,
    description,
    inputSchema: inputSchemaOf(tool, route, isAthleteKnown),
    outputSchema: outputSchemaOf(tool, route),
    annotations: { title, ...ANNOTATIONS[effect] },
  };
}
