import type { ContactPage } from '@sitedesk/contract/inbox';
import { http, query } from '../../app/http';
import { i18n } from '../../app/i18n';
import { useNotify } from '../../app/notify';
import { FOUND_MOST, type PalettePart } from '../../app/palette';
import { queryClient } from '../../app/query-client';
import { router } from '../../app/router';
import { inboxApi } from './inbox.api';
import './messages';

const { t } = i18n.global;

/** The other way round than it is now, with the way back. */
async function toggleAlerts(): Promise<void> {
  const { enabled } = await inboxApi.alerts();
  const alerts = await inboxApi.setAlerts(!enabled);
  queryClient.setQueryData(['contacts', 'alerts'], alerts);
  const words = alerts.recipient
    ? t('inbox.alertsOn', { recipient: alerts.recipient })
    : t('inbox.alertsOnNobody');
  useNotify().done(alerts.enabled ? words : t('inbox.alertsOff'), { undo: toggleAlerts });
}

/** Finds messages by name, address or text; exports them, and turns the emails about them on and off. */
export const palette: PalettePart = {
  actions: [
    {
      label: () => t('inbox.toggleAlerts'),
      icon: 'i-lucide-bell',
      permission: 'contacts.manage',
      run: toggleAlerts,
    },
    {
      label: () => t('inbox.exportMessages'),
      icon: 'i-lucide-download',
      permission: 'contacts.manage',
      run: async () => void (await router.push({ name: 'inbox', query: { export: '1' } })),
    },
  ],
  search: {
    label: () => t('inbox.messages'),
    icon: 'i-lucide-mail',
    permission: 'contacts.manage',
    find: async (term, signal) => {
      const page = await http.get<ContactPage>(`/contacts${query({ q: term, limit: FOUND_MOST })}`, {
        signal,
      });
      return page.items.map(({ id, name, excerpt }) => ({
        id,
        label: name,
        about: excerpt,
        to: `/inbox?id=${id}`,
      }));
    },
  },
};
