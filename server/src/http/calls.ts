/** Whether a URL is a call of the API or of the MCP server, rather than a page or an asset. */
export const isCall = (url: string): boolean => /^\/(?:api|mcp)(?:[/?]|$)/.test(url);
