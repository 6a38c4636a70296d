/** Names the client and its version to the service; a test compares it with package.json. */
export const USER_AGENT = 'musette-client/1.0.0';
