import type { Feature } from '../../app/feature';

const publicPage = { public: true } as const;

/** The doors: signing in, and the pages of the links that emails carry. */
export const feature: Feature = {
  routes: [
    {
      path: '/login',
      name: 'sign-in',
      alias: '/sign-in',
      component: () => import('./SignInPage.vue'),
      meta: { ...publicPage, title: 'session.submit' },
    },
    {
      path: '/https',
      name: 'https',
      component: () => import('./HttpsPage.vue'),
      meta: { ...publicPage, title: 'signIn.httpsTitle' },
    },
    {
      path: '/came-back',
      name: 'came-back',
      component: () => import('./CameBackPage.vue'),
      meta: { ...publicPage, title: 'signIn.cameBackTitle' },
    },
    {
      path: '/forgot',
      name: 'forgot-password',
      component: () => import('./LinkRequestPage.vue'),
      props: { kind: 'forgot' },
      meta: { ...publicPage, title: 'signIn.forgotTitle' },
    },
    {
      path: '/reset-password',
      name: 'reset-password',
      component: () => import('./ResetPasswordPage.vue'),
      meta: { ...publicPage, title: 'signIn.resetTitle' },
    },
    {
      path: '/register',
      name: 'register',
      component: () => import('./RegisterPage.vue'),
      meta: { ...publicPage, title: 'signIn.registerTitle' },
    },
    {
      path: '/resend-confirmation',
      name: 'resend-confirmation',
      component: () => import('./LinkRequestPage.vue'),
      props: { kind: 'resend' },
      meta: { ...publicPage, title: 'signIn.confirmTitle' },
    },
    {
      path: '/confirm-email',
      name: 'confirm-email',
      component: () => import('./ConfirmEmailPage.vue'),
      meta: { ...publicPage, title: 'signIn.confirmTitle' },
    },
    {
      path: '/invitation',
      name: 'invitation',
      component: () => import('./InvitationPage.vue'),
      meta: { ...publicPage, title: 'signIn.invitationTitle' },
    },
  ],
};
