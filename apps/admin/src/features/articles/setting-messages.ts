import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    groups: { Publishing: 'Publishing' },
    groupText: { Publishing: 'What it takes to publish an article, beside the permission.' },
    Publishing: {
      RequireApproval: 'Require approval',
      RequireApprovalHelp: 'Only what a reviewer has approved can be published, exactly as it was approved.',
      FourEyes: 'Four eyes',
      FourEyesHelp: 'Nobody publishes an article that they have changed since it was last published.',
    },
    words: {
      Publishing: {
        RequireApproval: 'review workflow approve sign off articles',
        FourEyes: 'two people second person review workflow articles',
      },
    },
  },
  de: {
    groups: { Publishing: 'Veröffentlichen' },
    groupText: { Publishing: 'Was es außer dem Recht braucht, um einen Artikel zu veröffentlichen.' },
    Publishing: {
      RequireApproval: 'Freigabe verlangen',
      RequireApprovalHelp:
        'Nur was bei einer Prüfung freigegeben wurde, kann veröffentlicht werden, und zwar genau so.',
      FourEyes: 'Vier-Augen-Prinzip',
      FourEyesHelp:
        'Niemand veröffentlicht einen Artikel, den er seit der letzten Veröffentlichung selbst geändert hat.',
    },
    words: {
      Publishing: {
        RequireApproval: 'prüfung workflow freigeben artikel',
        FourEyes: 'zwei personen zweite person prüfung workflow artikel',
      },
    },
  },
});
