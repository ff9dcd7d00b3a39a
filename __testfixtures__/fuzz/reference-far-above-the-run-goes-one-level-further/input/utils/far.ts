export default () => import('../../../../../../../../../../../../far');
