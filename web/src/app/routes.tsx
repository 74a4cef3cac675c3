import { Navigate, Route, Routes } from 'react-router'
import { AuthLayout } from './AuthLayout.tsx'
import { Guard } from './Guard.tsx'
import { PublicLayout } from './PublicLayout.tsx'
import { RoleGate } from './RoleGate.tsx'
import { screen } from './screen.ts'
import * as screens from './screens.ts'
import { ToPosts } from './ToPosts.tsx'

const Gallery = import.meta.env.DEV ? screen('Gallery', () => import('../gallery/Gallery.tsx'), 'controls') : undefined

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

      <Route path="/account" element={<Guard />}>
        <Route element={<screens.SignedInArea />}>
          <Route index element={<screens.Dashboard />} />
          <Route path="profile" element={<screens.Profile />} />
          <Route path="notifications" element={<screens.Notifications />} />
          <Route path="addresses">
            <Route element={<RoleGate roles={['farmer']} />}>
              <Route path="image-analysis" element={<screens.UploadImage />} />
              <Route path="image-analysis/:id" element={<screens.PastAnalysis />} />
              <Route path="community-posts" element={<screens.MakePost />} />
              <Route path="community-posts/:id" element={<screens.PostPage />} />
              <Route path="my-posts" element={<screens.MyPosts />} />
              <Route path="my-posts/:id/edit" element={<screens.EditPost />} />
            </Route>
            <Route element={<RoleGate roles={['expert']} />}>
              <Route path="all-posts" element={<screens.AllPosts />} />
              <Route path=":id" element={<screens.PostComments />} />
            </Route>
            <Route path="education-resources" element={<screens.EducationResources />} />
          </Route>
          <Route path="admin" element={<RoleGate roles={['admin']} />}>
            <Route path="experts" element={<screens.WaitingExperts />} />
            <Route path="audit" element={<screens.AuditLog />} />
          </Route>
          <Route path="images/upload" element={<Navigate to="/account/addresses/image-analysis" replace />} />
          <Route path="posts" element={<ToPosts />} />
          <Route path="posts/create" element={<Navigate to="/account/addresses/community-posts" replace />} />
          <Route path="*" element={<screens.NotFound />} />
        </Route>
      </Route>

      <Route element={<PublicLayout />}>
        <Route path="/learn" element={<screens.ArticleIndex />} />
        <Route path="/learn/:id" element={<screens.Article />} />
        <Route path="/terms" element={<screens.Terms />} />
        <Route path="/contact-us" element={<screens.ContactUs />} />
        <Route path="/experts" element={<Navigate to="/contact-us#experts" replace />} />
        {Gallery && <Route path="/gallery" element={<Gallery />} />}
        <Route path="*" element={<screens.NotFound />} />
      </Route>

      <Route path="/dashboard" element={<Navigate to="/account" replace />} />
      <Route path="/signup" element={<Navigate to="/auth/signup" replace />} />
    </Routes>
  )
}
