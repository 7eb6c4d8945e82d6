import { computed, type ComputedRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { useRoute } from 'vue-router';
import { defineMessages } from '../app/i18n';
import { useSession } from '../app/session';
import type { LinkTab } from '../ui/LinkTabs.vue';

defineMessages('securityTabs', {
  en: {
    label: 'Security',
    audit: 'Activity',
    signIns: 'Sign-ins',
    opened: 'Opened messages',
    sessions: 'Active sessions',
  },
  de: {
    label: 'Sicherheit',
    audit: 'Aktivität',
    signIns: 'Anmeldungen',
    opened: 'Geöffnete Nachrichten',
    sessions: 'Aktive Sitzungen',
  },
});

/** Every action of the audit log that has to do with signing in begins so. */
const SIGN_IN_ACTIONS = 'session.';

/** The pages about who did what, and who is here, as far as the person may open them. */
export function useSecurityTabs(): ComputedRef<readonly LinkTab[]> {
  const { t } = useI18n();
  const route = useRoute();
  const session = useSession();
  return computed(() => {
    const isSignIns = route.query['action'] === SIGN_IN_ACTIONS;
    const isOpened = route.query['stream'] === 'opened';
    const tab = (key: string, to: LinkTab['to'], active: boolean): LinkTab => ({
      label: t(`securityTabs.${key}`),
      to,
      active,
    });
    return [
      ...(session.can('audit.view')
        ? [
            tab('audit', { name: 'audit' }, route.name === 'audit' && !isSignIns && !isOpened),
            tab('signIns', { name: 'audit', query: { action: SIGN_IN_ACTIONS } }, isSignIns),
            tab('opened', { name: 'audit', query: { stream: 'opened' } }, isOpened),
          ]
        : []),
      ...(session.can('users.manage')
        ? [tab('sessions', { name: 'sessions' }, route.name === 'sessions')]
        : []),
    ];
  });
}
