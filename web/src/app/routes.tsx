import { Navigate, Route, Routes } from 'react-router'
import { AuthLayout } from './layout/AuthLayout.tsx'
import { PublicLayout } from './layout/PublicLayout.tsx'
import { lazyScreen } from './lazy-screen.ts'
import * as screens from './screens.ts'
import { RequireSession } from './session/RequireSession.tsx'

const Gallery = import.meta.env.DEV
  ? lazyScreen('Gallery', () => import('../gallery/Gallery.tsx'), 'controls')
  : undefined

/** Every route that a visitor may see; those behind sign-in are in account-routes.tsx. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<Navigate to="/auth" replace />} />
      <Route path="/auth" element={<AuthLayout />}>
        <Route index element={<screens.Login />} />
        <Route path="forgot-password" element={<screens.ForgotPassword />} />
        <Route path="activation" element={<screens.Activation />} />
        <Route path="signup" element={<screens.FarmerSignUp />} />
        <Route path="expert-signup" element={<screens.ExpertSignUp />} />
        <Route path="verify-email" element={<screens.VerifyEmail />} />
        <Route path="confirm-password-reset" element={<screens.ConfirmPasswordReset />} />
      </Route>

      <Route element={<RequireSession />}>
        <Route path="/account/*" element={<screens.AccountRoutes />} />
      </Route>

      <Route element={<PublicLayout />}>
        <Route path="/learn" element={<screens.ArticleIndex />} />
        <Route path="/learn/:id" element={<screens.Article />} />
        <Route path="/terms" element={<screens.Terms />} />
        <Route path="/contact-us" element={<screens.ContactUs />} />
        {Gallery && <Route path="/gallery/*" element={<Gallery />} />}
        <Route path="*" element={<screens.NotFound />} />
      </Route>

      <Route path="/experts" element={<Navigate to={`/account/addresses/slots${window.location.search}`} replace />} />
      <Route path="/dashboard" element={<Navigate to="/account" replace />} />
      <Route path="/signup" element={<Navigate to="/auth/signup" replace />} />
    </Routes>
  )
}
