import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { admit, refuse } from './admission.ts';
import { invalidArgument } from './google-error.ts';
import type { Grants } from './grants.ts';
import { addressOf } from './sheets-api.ts';
import { notFound, type Spreadsheet } from './spreadsheet.ts';

interface DriveDeps {
  readonly grants: Grants;
  readonly spreadsheets: ReadonlyMap<string, Spreadsheet>;
  readonly publicUrl: () => string;
}

const fileQuery = z.strictObject({ fields: z.literal('trashed'), supportsAllDrives: z.literal('true') });
const listQuery = z.strictObject({
  q: z.string(),
  orderBy: z.literal('createdTime desc'),
  pageSize: z.literal('1'),
  fields: z.literal('files(id,webViewLink)'),
});
/** The only search query that the product sends. In its strings, quotes and backslashes are escaped by a backslash. */
const search =
  /^name = '((?:[^'\\]|\\['\\])*)' and mimeType = 'application\/vnd\.google-apps\.spreadsheet' and trashed = false and createdTime >= '([\dT:.Z-]+)'$/;

/**
 * The two calls of the Drive API, version 3, that the product makes: whether a file is in the bin, and which
 * spreadsheet with a given name is the newest.
 */
export const driveApi =
  ({ grants, spreadsheets, publicUrl }: DriveDeps) =>
  (app: FastifyInstance, _options: object, done: () => void): void => {
    app.setErrorHandler(refuse);
    app.get('/v3/files', (request) => {
      const { account } = admit(grants, request);
      const { q = '' } = listQuery.safeParse(request.query).data ?? {};
      const [, name, since] = search.exec(q) ?? [];
      if (name === undefined || since === undefined) throw invalidArgument('Invalid Value');
      const found = [...spreadsheets.values()]
        .filter(({ owner, isInBin }) => owner === account.email && !isInBin)
        .filter(({ title, createdAt }) => title === name.replaceAll(/\\(.)/g, '$1') && createdAt >= new Date(since))
        .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
      return {
        files: found.slice(0, 1).map(({ spreadsheetId: id }) => ({ id, webViewLink: addressOf(publicUrl(), id) })),
      };
    });
    app.get<{ Params: { fileId: string } }>('/v3/files/:fileId', (request) => {
      const { account } = admit(grants, request);
      if (!fileQuery.safeParse(request.query).success) throw invalidArgument('Other fields are not answered');
      const file = spreadsheets.get(request.params.fileId);
      if (!file || file.owner !== account.email) throw notFound();
      return { trashed: file.isInBin };
    });
    done();
  };
