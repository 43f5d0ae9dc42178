import { rule, testsOf } from '../requirement.ts';

const document = testsOf('server/test/security/document.test.ts');
const contract = testsOf('server/test/contract.test.ts');
const catalogue = testsOf('server/test/catalogue.test.ts');
const isolation = testsOf('server/testing/isolation/isolation.test.ts');
const settings = testsOf('server/src/features/accounts/settings/settings.test.ts');

export const authorization = [
  rule(
    '8.1.1',
    'Each call declares who may make it; docs/security.md explains the roles.',
    document('the roles are those of the contract'),
  ),
  rule(
    '8.1.2',
    'docs/security.md says which fields users without the rights of the owner read and change.',
    document('the sections that requirements rely on are there'),
  ),
  rule(
    '8.2.1',
    'The gate checks the role that a call declares, the session and the service before the call is read.',
    contract('$name answers 401 without a login'),
    contract('$name is answered to an owner as if it did not exist, and changes nothing'),
    testsOf('server/src/features/public-api/public-api.test.ts')('$name works with its scope and no other'),
  ),
  rule(
    '8.2.2',
    'Ids of others are answered like ids of nothing.',
    contract("$name does not find another tenant's ids"),
    contract('the answer is the same for an id of another tenant and for an unknown id'),
    isolation('no call reveals another tenant, or a seller account that is hidden from the caller'),
  ),
  rule(
    '8.2.3',
    'Users read and change only the fields that are theirs.',
    settings(
      'a user sees their own seller accounts and the e-mail of the primary address, and can change only their own preferences',
    ),
    settings('settings of watchdogs are changed by the owner and by users who see every seller account'),
  ),
  rule(
    '8.3.1',
    'Rights are checked by the server, and those of tenants by the database as well.',
    contract('$name answers 401 without a login'),
    catalogue('the API sees nothing without a tenant, and with one only the rows of that tenant'),
  ),
  rule(
    '8.4.1',
    'Row-level security keeps tenants apart; every call is tried with ids of others.',
    catalogue('the API can neither write into another tenant, nor move rows there, nor delete them'),
    isolation('no call reveals another tenant, or a seller account that is hidden from the caller'),
  ),
];
