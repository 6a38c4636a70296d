/** The resources that an athlete can grant access to, each with tokens of its own (RFC 8707). */
export const RESOURCES = ['api', 'mcp'] as const;
export type Resource = (typeof RESOURCES)[number];

/** Returns the identifier of a resource, which authorization requests name as `resource`. */
export function addressOf(baseUrl: string, resource: Resource): string {
  return resource === 'mcp' ? `${baseUrl}/mcp` : baseUrl;
}
