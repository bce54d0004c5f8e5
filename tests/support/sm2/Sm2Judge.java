import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import org.bouncycastle.cert.X509CRLHolder;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.ocsp.BasicOCSPResp;
import org.bouncycastle.cert.ocsp.OCSPResp;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.cms.SignerInformation;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.crypto.params.AsymmetricKeyParameter;
import org.bouncycastle.crypto.params.ParametersWithID;
import org.bouncycastle.crypto.signers.SM2Signer;
import org.bouncycastle.crypto.util.PublicKeyFactory;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.ContentVerifierProvider;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.util.encoders.Hex;

/** Answers each line of its input, a kind and hexadecimal parts, with "right" or "wrong". */
public final class Sm2Judge {
  private static final BouncyCastleProvider PROVIDER = new BouncyCastleProvider();
  private static final byte[] IDENTITY = "1234567812345678".getBytes(StandardCharsets.US_ASCII);

  public static void main(String[] arguments) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    StringBuilder answers = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      answers.append(judge(line.split(" ", -1)) ? "right\n" : "wrong\n");
    }
    System.out.print(answers);
  }

  private static boolean judge(String[] parts) {
    byte[][] given = new byte[parts.length][];
    for (int index = 1; index < parts.length; index++) given[index] = Hex.decode(parts[index]);
    try {
      switch (parts[0]) {
        case "value":
          return isRightValue(given[1], given[2], given[3]);
        case "certificate":
          return new X509CertificateHolder(given[1]).isSignatureValid(keyOf(given[2]));
        case "crl":
          return new X509CRLHolder(given[1]).isSignatureValid(keyOf(given[2]));
        case "ocsp":
          return isRightResponse(given[1], given[2]);
        case "cms":
          return isRightMessage(given[1], given[2]);
        default:
          throw new IllegalArgumentException(parts[0]);
      }
    } catch (Exception wrong) {
      return false;
    }
  }

  private static boolean isRightValue(byte[] key, byte[] data, byte[] signature) throws Exception {
    AsymmetricKeyParameter publicKey = PublicKeyFactory.createKey(key);
    SM2Signer signer = new SM2Signer();
    signer.init(false, new ParametersWithID(publicKey, IDENTITY));
    signer.update(data, 0, data.length);
    return signer.verifySignature(signature);
  }

  private static boolean isRightResponse(byte[] bytes, byte[] issuer) throws Exception {
    BasicOCSPResp response = (BasicOCSPResp) new OCSPResp(bytes).getResponseObject();
    X509CertificateHolder responder = response.getCerts()[0];
    return response.isSignatureValid(keyOf(responder.getEncoded())) && responder.isSignatureValid(keyOf(issuer));
  }

  /** With the certificate that its signed attributes name, which the verifier checks. */
  private static boolean isRightMessage(byte[] bytes, byte[] content) throws Exception {
    CMSSignedData message = new CMSSignedData(new CMSProcessableByteArray(content), bytes);
    SignerInformation signer = message.getSignerInfos().iterator().next();
    @SuppressWarnings("unchecked")
    Collection<X509CertificateHolder> found = message.getCertificates().getMatches(signer.getSID());
    X509CertificateHolder certificate = found.iterator().next();
    return signer.verify(new JcaSimpleSignerInfoVerifierBuilder().setProvider(PROVIDER).build(certificate));
  }

  private static ContentVerifierProvider keyOf(byte[] certificate) throws Exception {
    return new JcaContentVerifierProviderBuilder()
        .setProvider(PROVIDER)
        .build(new X509CertificateHolder(certificate));
  }
}
