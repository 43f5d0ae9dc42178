import { execFile } from 'node:child_process';
import { createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApi } from '../../../testing/http/api.ts';

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));

/** The suite sends no token, so a proxy adds one. */
const target = { port: 0, token: '' };

const forward: RequestListener = (asked, answer) => {
  const { url: path, method, headers } = asked;
  const given = { ...headers, authorization: `Bearer ${target.token}` };
  const passed = request({ host: '127.0.0.1', port: target.port, path, method, headers: given }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(answer);
  });
  asked.pipe(passed);
};

const proxy = createServer(forward);
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
const portOf = (address: AddressInfo | string | null): number => (typeof address === 'object' && address?.port) || 0;
const publicUrl = `http://127.0.0.1:${portOf(proxy.address())}`;
const api = testApi({ environment: { PUBLIC_URL: publicUrl } });

beforeAll(async () => {
  target.token = await (await api.owner()).createToken();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  target.port = portOf(api.app.server.address());
});
afterAll(() => void proxy.close());

/** The other scenarios ask for tools, prompts and resources with names of the suite, or for sessions. */
test.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])(
  'the scenario %s of the conformance suite of the protocol passes',
  async (scenario) => {
    const args = [suite, 'server', '--url', `${publicUrl}/mcp`, '--scenario', scenario];

    // A failed check ends the program with an error.
    const { stdout } = await promisify(execFile)(process.execPath, args);

    expect(stdout).toMatch(/Passed: (\d)\/\1, 0 failed, 0 warnings/);
  },
);
