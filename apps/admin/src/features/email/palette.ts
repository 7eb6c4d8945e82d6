import type { EmailTestResult } from '@sitedesk/contract/email';
import { http } from '../../app/http';
import { i18n } from '../../app/i18n';
import { useNotify } from '../../app/notify';
import type { PalettePart } from '../../app/palette';
import { queryClient } from '../../app/query-client';
import { router } from '../../app/router';
import { translated } from '../../app/server-texts';
import './messages';

const { t } = i18n.global;

/** Tries what is configured; what fails is shown where it can be mended. */
async function sendTest(): Promise<void> {
  const result = await http.post<EmailTestResult>('/email/test');
  await queryClient.invalidateQueries({ queryKey: ['email'] });
  if (result.ok) return useNotify().done(`${t('email.ok')} (${result.recipient})`);
  const failed = result.phases.find(({ outcome }) => outcome === 'failed');
  useNotify().refused(
    t('email.failed', { phase: t(`email.phases.${failed?.phase ?? 'accept'}`) }),
    translated(failed?.detailCode, failed?.detail ?? null),
  );
  await router.push({ name: 'email' });
}

export const palette: PalettePart = {
  actions: [
    { label: () => t('email.run'), icon: 'i-lucide-send', permission: 'email.manage', run: sendTest },
  ],
};
