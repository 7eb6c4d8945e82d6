import type { RemoteOption } from '../../ui/RemoteSelect.vue';
import { articleRequests } from './articles.api';

/** Active users by the beginning of their name, for a select; who may set access may not be allowed to manage users. */
export async function findAccounts(term: string): Promise<readonly RemoteOption[]> {
  const { items } = await articleRequests.subjects(term);
  return items.filter(({ kind }) => kind === 'account').map(({ id, name }) => ({ value: id, label: name }));
}
