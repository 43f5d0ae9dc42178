import { absent, deviation, rule, testsOf } from '../requirement.ts';

const answers = testsOf('server/test/security/answers.test.ts');
const sources = testsOf('server/test/security/sources.test.ts');
const document = testsOf('server/test/security/document.test.ts');
const spreadsheets = testsOf('server/src/features/triage/spreadsheets/spreadsheets.test.ts');
const hostile = testsOf('server/src/lib/spreadsheet/hostile-spreadsheets.test.ts');

export const files = [
  rule(
    '5.1.1',
    'docs/security.md names the two uploads, their types and limits.',
    document('the limits are those of the source'),
  ),
  rule(
    '5.2.1',
    'A file has 5 MB at most, and one file of an account is read at a time, in a thread with limits of memory and time.',
    spreadsheets('a file of more than 5 MB is refused'),
    testsOf('server/src/features/tracking/product-sheet.test.ts')(
      'a tenant has one file read at a time, while those of others are read',
    ),
  ),
  deviation(
    '5.2.2',
    'The name of a file is not read at all. The content decides: it is read as an Excel file or as text, strictly, or refused.',
    spreadsheets('a file that is no spreadsheet is refused, and so is a form without a file'),
    hostile('%s: refused, or read correctly'),
  ),
  rule(
    '5.2.3',
    'Unpacked bytes, entries, rows, cells and characters are counted while a file is read; sizes that it declares are ignored.',
    spreadsheets('a file whose content exceeds a limit is refused, with the limit and a remedy'),
    hostile('refused or read within 64 MB: $names'),
  ),
  absent(
    '5.3.1',
    'Uploaded files are read and dropped; no file is stored in a folder that is served.',
    answers('only files of the application are served: %s'),
  ),
  rule(
    '5.3.2',
    'No name of a file comes from outside: the files that are served are listed at the start.',
    sources('no file is named by what others wrote'),
    answers('only files of the application are served: %s'),
  ),
  rule(
    '5.4.1',
    'Names of uploaded files are ignored, and downloads have names of ours.',
    answers('files are sent as attachments under names of ours'),
  ),
  rule(
    '5.4.2',
    'Names of downloads and attachments have letters, digits and hyphens only.',
    answers('files are sent as attachments under names of ours'),
  ),
  absent(
    '5.4.3',
    'No file of others is served again: only the rows that were read of it are stored, as texts and numbers.',
  ),
];
