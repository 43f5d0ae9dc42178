import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { admit, refuse } from './admission.ts';
import { invalidArgument } from './google-error.ts';
import type { Grants } from './grants.ts';
import { notFound, type Spreadsheet } from './spreadsheet.ts';

interface DriveDeps {
  readonly grants: Grants;
  readonly spreadsheets: ReadonlyMap<string, Spreadsheet>;
}

const fileQuery = z.strictObject({ fields: z.literal('trashed'), supportsAllDrives: z.literal('true') });

/** The call of the Drive API, version 3, that the product makes: whether a file is in the bin. */
export const driveApi =
  ({ grants, spreadsheets }: DriveDeps) =>
  (app: FastifyInstance, _options: object, done: () => void): void => {
    app.setErrorHandler(refuse);
    app.get<{ Params: { fileId: string } }>('/v3/files/:fileId', (request) => {
      const { account } = admit(grants, request);
      if (!fileQuery.safeParse(request.query).success) throw invalidArgument('Other fields are not answered');
      const file = spreadsheets.get(request.params.fileId);
      if (!file || file.owner !== account.email) throw notFound();
      return { trashed: file.isInBin };
    });
    done();
  };
